import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type LocalAccountState = {
  email: string
  password: string
  /** Whether the form creates an account instead of signing in. */
  isNew: boolean
  isBusy: boolean
  error: string | undefined
  /** The response to a forgotten password. */
  notice: string | undefined
  /** Why signing in to a demo account failed. */
  demoError: string | undefined
}

const initial = (): LocalAccountState => ({
  email: '',
  password: '',
  isNew: false,
  isBusy: false,
  error: undefined,
  notice: undefined,
  demoError: undefined,
})
const state = proxy(initial())

export const localAccountStore: DeepReadonly<LocalAccountState> = state

export function editLocalAccount(changes: Partial<LocalAccountState>): void {
  Object.assign(state, changes)
}

/** Drops everything typed, above all the password. */
export function resetLocalAccount(): void {
  Object.assign(state, initial())
}
