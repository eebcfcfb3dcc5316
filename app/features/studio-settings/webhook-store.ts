import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type WebhookState = {
  /** The secret that was just made: it can be read only now. */
  made: { readonly name: string; readonly secret: string } | undefined
  /** How many were made here: each time the form is empty again, and at no other. */
  madeCount: number
  /** Whose deliveries are looked at. */
  openId: string | undefined
}

const initial = (): WebhookState => ({ made: undefined, madeCount: 0, openId: undefined })
const state = proxy(initial())

export const webhookStore: DeepReadonly<WebhookState> = state

export function noteMade(made: WebhookState['made']): void {
  state.made = made
  state.madeCount += 1
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
