import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** The pop-ups about the person themselves. */
export type AccountDialog = 'switch-studio' | 'user-settings' | 'key-settings' | 'sign-out'

type AccountState = {
  dialog: AccountDialog | undefined
  /** Notifications not looked at yet, in all studios. */
  unreadCount: number
}

const initial = (): AccountState => ({ dialog: undefined, unreadCount: 0 })

const state = proxy(initial())

export const accountStore: DeepReadonly<AccountState> = state

export function openAccountDialog(dialog: AccountDialog): void {
  state.dialog = dialog
}

/** Closes one pop-up: what took a while may end when the person has another one open already. */
export function closeAccountDialog(dialog: AccountDialog): void {
  if (state.dialog === dialog) state.dialog = undefined
}

/** Never below zero: what was viewed here may have been counted as viewed already. */
export function setUnreadCount(count: number): void {
  state.unreadCount = Math.max(0, count)
}

export function resetAccount(): void {
  Object.assign(state, initial())
}
