import { Failure } from './failure.ts'

/** Why a bearer token is not taken, in words for whoever has sent it. */
export const tokenWords = {
  unsaid: 'Send Authorization: Bearer with an access token, which begins with xst_, or a session',
  scheme: 'The Authorization header must be Bearer and a token',
  shapeless: 'This is neither an access token, which begins with xst_, nor a session',
  foreign: 'This session was not issued here: sign in again',
  expired: 'This session has expired: sign in again',
} as const

/** Whether a token has the three parts of a session; nothing is said of who has signed it. */
export const hasThreeParts = (token: string): boolean => token.split('.').filter((part) => part !== '').length === 3

/** What PostgREST says of a session that it does not take; where that is not about its making, in its own words. */
export function explainRefusal({ message = '' }: { readonly message?: string }): string {
  if (/^(jwt|token) (has )?expired/i.test(message)) return tokenWords.expired
  if (/expected 3 parts/i.test(message)) return tokenWords.shapeless
  return message === '' || /\bjw[tsek]|key type/i.test(message) ? tokenWords.foreign : message
}

/** The 401 of a token that is not taken. */
export function badToken(message: string): Failure {
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` }
  return new Failure({ status: 401, code: 'invalid_token', message, headers })
}
