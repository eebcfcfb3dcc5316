import type { Webhook } from '#core/webhooks/manage-webhooks.ts'

/** Converts a webhook to the row that is printed. */
export function toWebhookRow({ id, name, url, kinds, form, condition, isActive, failingSince }: Webhook) {
  const state = !isActive ? 'off' : failingSince === undefined ? 'on' : 'failing'
  return { id, name, url, kinds, form, where: condition, state }
}
