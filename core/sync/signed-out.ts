import type { AppError, ErrorCode } from '#core/lib/errors.ts'

const codes: readonly ErrorCode[] = [
  'no-active-session',
  'not-authenticated',
  'session-not-found',
  'token-invalid',
  'token-expired',
]

/** Tells whether a failure means that nobody is signed in; waiting work is retried after the next sign-in. */
export function isSignedOut({ code }: Pick<AppError, 'code'>): boolean {
  return codes.includes(code)
}
