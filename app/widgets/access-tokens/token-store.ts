import { proxy } from 'valtio/vanilla'
import type { ListedToken, ServiceAccount } from '#core/operations/manage-tokens.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type TokenState = {
  /** Undefined until the server was asked. */
  tokens: readonly ListedToken[] | undefined
  accounts: readonly ServiceAccount[] | undefined
  /** How many accounts were made here: each time the form is empty again, and at no other. */
  madeAccountCount: number
  /** The token that was just made: it can be read only now. `accountId` is whose, where it is not the person's own. */
  made: { readonly name: string; readonly token: string; readonly accountId: string | undefined } | undefined
}

const initial = (): TokenState => ({ tokens: undefined, accounts: undefined, madeAccountCount: 0, made: undefined })
const state = proxy(initial())

export const tokenStore: DeepReadonly<TokenState> = state

export function showTokens(tokens: readonly ListedToken[]): void {
  state.tokens = tokens
}

export function showAccounts(accounts: readonly ServiceAccount[]): void {
  state.accounts = accounts
}

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
