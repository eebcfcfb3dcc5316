import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** The pop-ups about the person themselves. */
export type AccountDialog = 'switch-studio' | 'user-settings' | 'key-settings' | 'sign-out'

type AccountState = {
  dialog: AccountDialog | undefined
  /** Unread notifications in all studios. */
  unreadCount: number
}

const initial = (): AccountState => ({ dialog: undefined, unreadCount: 0 })

const state = proxy(initial())

export const accountStore: DeepReadonly<AccountState> = state

export function openAccountDialog(dialog: AccountDialog): void {
  state.dialog = dialog
}

/** Closes a pop-up unless another one is open by now: what it waited for may have ended late. */
export function closeAccountDialog(dialog: AccountDialog): void {
  if (state.dialog === dialog) state.dialog = undefined
}

/** Never below zero: notifications viewed here may already have been counted as viewed. */
export function setUnreadCount(count: number): void {
  state.unreadCount = Math.max(0, count)
}

export function resetAccount(): void {
  Object.assign(state, initial())
}
