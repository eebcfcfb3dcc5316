import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type PasswordState = {
  current: string
  password: string
  isBusy: boolean
  error: { readonly of: 'current' | 'password'; readonly text: string } | undefined
}

const initial = (): PasswordState => ({ current: '', password: '', isBusy: false, error: undefined })
const state = proxy(initial())

export const passwordStore: DeepReadonly<PasswordState> = state

export function editPassword(changes: Partial<PasswordState>): void {
  Object.assign(state, changes)
}

/** Clears the passwords when the dialog closes. */
export function resetPassword(): void {
  Object.assign(state, initial())
}
