import { Failure } from './failure.ts'

/** Why a bearer token is refused, in words for its sender. */
export const tokenWords = {
  unsaid: 'Send Authorization: Bearer with an access token, which begins with xst_, or a session',
  scheme: 'The Authorization header must be Bearer and a token',
  shapeless: 'This is neither an access token, which begins with xst_, nor a session',
  foreign: 'This session was not issued here: sign in again',
  expired: 'This session has expired: sign in again',
} as const

/** Whether a token has the three parts of a session; its signature is not checked. */
export const hasThreeParts = (token: string): boolean => token.split('.').filter((part) => part !== '').length === 3

/** Explains why PostgREST refused a session; if the reason is not the token's form, in PostgREST's own words. */
export function explainRefusal({ message = '' }: { readonly message?: string }): string {
  if (/^(jwt|token) (has )?expired/i.test(message)) return tokenWords.expired
  if (/expected 3 parts/i.test(message)) return tokenWords.shapeless
  return message === '' || /\bjw[tsek]|key type/i.test(message) ? tokenWords.foreign : message
}

/** Makes the 401 for a refused token. */
export function badToken(message: string): Failure {
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` }
  return new Failure({ status: 401, code: 'invalid_token', message, headers })
}
