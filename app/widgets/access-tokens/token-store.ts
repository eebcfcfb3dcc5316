import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type TokenState = {
  /** How many accounts were made here: each time the form is empty again, and at no other. */
  madeAccountCount: number
  /** The token that was just made: it can be read only now. `accountId` is whose, where it is not the person's own. */
  made: { readonly name: string; readonly token: string; readonly accountId: string | undefined } | undefined
}

const initial = (): TokenState => ({ madeAccountCount: 0, made: undefined })
const state = proxy(initial())

export const tokenStore: DeepReadonly<TokenState> = state

export function noteMadeAccount(): void {
  state.madeAccountCount += 1
}

export function showMadeToken(made: TokenState['made']): void {
  state.made = made
}

/** What was made is not shown again once the dialog was left. */
export function resetTokens(): void {
  Object.assign(state, initial())
}
