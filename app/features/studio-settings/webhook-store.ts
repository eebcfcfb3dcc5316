import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type WebhookState = {
  /** The newly made secret, which can be read only now. */
  made: { readonly name: string; readonly secret: string; readonly isOldValid: boolean } | undefined
  /** The number of webhooks created; each one resets the form. */
  madeCount: number
  /** The webhook whose deliveries are listed. */
  openId: string | undefined
  /** The webhook being edited. */
  editedId: string | undefined
  /** The webhook whose deletion is being confirmed. */
  deletingId: string | undefined
}

const initial = (): WebhookState => ({
  made: undefined,
  madeCount: 0,
  openId: undefined,
  editedId: undefined,
  deletingId: undefined,
})
const state = proxy(initial())

export const webhookStore: DeepReadonly<WebhookState> = state

export function setMadeWebhook(made: WebhookState['made']): void {
  state.made = made
  state.madeCount += 1
}

/** Shows a new secret that replaces the old one. */
export function showSecret(made: WebhookState['made']): void {
  state.made = made
}

export function editWebhook(id: string | undefined): void {
  state.editedId = id
}

export function askToDelete(id: string | undefined): void {
  state.deletingId = id
}

export function hideSecret(): void {
  state.made = undefined
}

export function openDeliveries(id: string | undefined): void {
  state.openId = id
}

export function resetWebhooks(): void {
  Object.assign(state, initial())
}
