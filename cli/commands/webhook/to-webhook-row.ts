import type { Webhook } from '#core/webhooks/manage-webhooks.ts'

/** A webhook as it is printed. */
export function toWebhookRow({ id, name, url, kinds, form, condition, isActive, failingSince }: Webhook) {
  const state = !isActive ? 'off' : failingSince === undefined ? 'on' : 'failing'
  return { id, name, url, kinds, form, where: condition, state }
}
