import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type WebhookState = {
  /** The secret that was just made: it can be read only now. */
  made: { readonly name: string; readonly secret: string; readonly isOldValid: boolean } | undefined
  /** How many were made here: each time the form is empty again, and at no other. */
  madeCount: number
  /** Whose deliveries are looked at. */
  openId: string | undefined
  /** The one that is being changed. */
  editedId: string | undefined
  /** The one that is about to be deleted. */
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

export function noteMade(made: WebhookState['made']): void {
  state.made = made
  state.madeCount += 1
}

/** Shows a secret that took another one's place. */
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
