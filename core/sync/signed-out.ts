import type { AppError, ErrorCode } from '#core/lib/errors.ts'

const codes: readonly ErrorCode[] = [
  'no-active-session',
  'not-authenticated',
  'session-not-found',
  'token-invalid',
  'token-expired',
]

/** Whether a failure means that nobody is signed in any more: what waits is tried again once somebody is. */
export function isSignedOut({ code }: Pick<AppError, 'code'>): boolean {
  return codes.includes(code)
}
