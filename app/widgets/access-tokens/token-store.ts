import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type TokenState = {
  /** How many accounts were created here; each one resets the form. */
  madeAccountCount: number
  /** The new token, which can be read only now. `accountId` is its service account, if it is not the person's own. */
  made: { readonly name: string; readonly token: string; readonly accountId: string | undefined } | undefined
}

const initial = (): TokenState => ({ madeAccountCount: 0, made: undefined })
const state = proxy(initial())

export const tokenStore: DeepReadonly<TokenState> = state

export function countMadeAccount(): void {
  state.madeAccountCount += 1
}

export function showMadeToken(made: TokenState['made']): void {
  state.made = made
}

/** Forgets the new token: it is not shown again once the dialog was closed. */
export function resetTokens(): void {
  Object.assign(state, initial())
}
