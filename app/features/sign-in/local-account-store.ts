import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type LocalAccountState = {
  email: string
  password: string
  /** Whether an account is made instead of used. */
  isNew: boolean
  isBusy: boolean
  error: string | undefined
  /** What was done for whoever forgot their password. */
  notice: string | undefined
  /** Why none of the demo's people could be signed in. */
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

/** Nothing of an account outlives the pop-up, least of all its password. */
export function resetLocalAccount(): void {
  Object.assign(state, initial())
}
