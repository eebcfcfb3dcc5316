import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { errorOfAnswer, errorOfFailure } from './wire-error.ts'

type AuthFailure = {
  readonly name: string
  readonly message: string
  readonly status?: unknown
  readonly code?: unknown
  readonly reasons?: unknown
}

/**
 * Converts an auth-js failure to an `AppError`; its errors carry `code` and `status`, or the `reasons` of a weak
 * password.
 */
export function toSessionError(cause: unknown): AppError {
  if (!(cause instanceof Error)) return errorOfFailure(cause)
  const { name, message, status, code, reasons }: AuthFailure = cause
  if (Array.isArray(reasons)) {
    return new AppError('password-weak', messages['password-weak'](reasons.map(String)), { cause })
  }
  if (name === 'AuthSessionMissingError') {
    return new AppError('no-active-session', messages['no-active-session'], { cause })
  }
  // auth-js uses status 0 for a missing network. The message promises no later sending: nothing about a session is
  // queued.
  if (name === 'AuthRetryableFetchError' && !Number(status)) {
    return new AppError('offline', messages['server-unavailable'], { cause, retryable: true })
  }
  return errorOfAnswer({ status: Number(status) || 400, headers: new Headers() }, { code, message })
}
