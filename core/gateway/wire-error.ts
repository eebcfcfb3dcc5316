import { findSizeLimit } from '#core/schema/size-limits.ts'
import { AppError, type ErrorCode } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'

type WireBody = {
  readonly code?: unknown
  readonly message?: unknown
  readonly error?: unknown
  readonly msg?: unknown
}

const ofTables = / violates [\w-]+ constraint| violates row-level security policy |^permission denied for /

/** Postgres column types, in words that follow “is not”. */
const typeWords: Readonly<Record<string, string>> = {
  uuid: 'an id',
  integer: 'a whole number',
  bigint: 'a whole number',
  numeric: 'a number',
  'double precision': 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-12-24',
  'timestamp with time zone': 'a time such as 2026-12-24T10:00:00Z',
}

const longestWaitMs = 600_000
const databaseFull = '53100'

// SQLSTATE and PostgREST codes (https://docs.postgrest.org/en/stable/references/errors.html) that are more specific
// than the status.
const codeOf: Readonly<Record<string, ErrorCode>> = {
  '42501': 'permission-denied',
  P0002: 'not-found',
  PGRST116: 'not-found',
  '22001': 'too-long',
  '22023': 'invalid-input',
  '22P02': 'invalid-input',
  '22003': 'invalid-input',
  '22007': 'invalid-input',
  '22008': 'invalid-input',
  '23502': 'invalid-input',
  '23514': 'invalid-input',
  '23503': 'conflict',
  P0423: 'review-locked',
  P0409: 'changed-by-someone-else',
  '23505': 'conflict',
  PGRST301: 'token-invalid',
  PGRST303: 'token-expired',
  user_not_found: 'session-not-found',
  session_not_found: 'session-not-found',
  session_expired: 'session-not-found',
  refresh_token_not_found: 'session-not-found',
  refresh_token_already_used: 'session-not-found',
  bad_jwt: 'token-invalid',
  email_address_not_authorized: 'email-domain-refused',
}

const sessionCodes: ReadonlySet<ErrorCode> = new Set(['session-not-found', 'token-invalid', 'token-expired'])

/**
 * Converts a response other than 2xx to an error: with the server's message if there is one, and whether the same call
 * may succeed later.
 */
export function errorOfAnswer(response: Pick<Response, 'status' | 'headers'>, body: unknown): AppError {
  const { status, headers } = response
  const wire: WireBody = typeof body === 'object' && body !== null ? body : {}
  if (status === 429) {
    const waitMs = retryAfterMs(headers)
    return new AppError('rate-limited', messages['rate-limited'](Math.ceil(waitMs / 1000)), {
      cause: body,
      retryable: true,
      retryAfterMs: waitMs,
    })
  }
  // A full disk (507) refuses files until space is freed; a write is queued, and its message says why it waits.
  if (status === 408 || (status >= 500 && status !== 507)) {
    const message = wire.code === databaseFull ? String(wire.message) : messages['server-unavailable']
    return new AppError('server-unavailable', message, { cause: body, retryable: true })
  }
  const constraint = / violates check constraint "(\w+)"/.exec(String(wire.message))?.[1]
  const excess = constraint === undefined ? undefined : findSizeLimit(constraint)
  if (excess !== undefined)
    return new AppError('too-long', messages['too-long'](excess.what, excess.limit), { cause: body })
  const mistyped = describeMistyped(String(wire.message))
  if (mistyped !== undefined) return new AppError('invalid-input', mistyped, { cause: body })
  const code = codeOf[String(wire.code)] ?? codeOfStatus(status)
  const words = [wire.message, wire.error, wire.msg].find((text) => typeof text === 'string' && text !== '')
  const own: unknown = messages[code]
  // Servers' messages about tokens, and databases' messages about tables, are not meant for people.
  const isForPrograms =
    ofTables.test(String(wire.message)) || (sessionCodes.has(code) && codeOf[String(wire.code)] === code)
  const message = isForPrograms ? own : (words ?? own)
  return new AppError(code, typeof message === 'string' ? message : messages.unexpected, { cause: body })
}

/** Converts the cause of a failed call to an error: an abort, a missing network, or an `AppError` as it is. */
export function errorOfFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'AbortError') return new AppError('cancelled', messages.cancelled, { cause })
  if (name === 'TimeoutError') return new AppError('timeout', messages.timeout, { cause, retryable: true })
  // `fetch` throws TypeError if there was no response at all (https://fetch.spec.whatwg.org/#fetch-method).
  if (name === 'TypeError') return new AppError('offline', messages.offline, { cause, retryable: true })
  return new AppError('unexpected', messages.unexpected, { cause })
}

/** Returns the message for a value of the wrong type for its column; undefined for other errors. */
function describeMistyped(message: string): string | undefined {
  const [, type = '', text = ''] = /^invalid input syntax for type ([\w ]+): "(.*)"$/s.exec(message) ?? []
  const [, list] = /^malformed array literal: "(.*)"$/s.exec(message) ?? []
  const [, far] = /^value "(.*)" is out of range for type /s.exec(message) ?? []
  const [, day] = /^date\/time field value out of range: "(.*)"$/s.exec(message) ?? []
  const what = typeWords[type]
  const say = messages['not-of-type']
  if (what !== undefined) return say(text, what)
  if (list !== undefined) return say(list, 'a list')
  if (far !== undefined) return say(far, 'a number that fits')
  return day === undefined ? undefined : say(day, 'a day of the calendar')
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'token-invalid'
  if (status === 403) return 'permission-denied'
  if (status === 404 || status === 410) return 'not-found'
  if (status === 409) return 'conflict'
  return 'invalid-input'
}

/**
 * Returns how long a 429 asks to wait, from `retry-after` or `ratelimit-reset` in seconds; one second if neither is
 * given.
 */
function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? 1)
  return Math.min(longestWaitMs, (Number.isFinite(seconds) && seconds > 0 ? seconds : 1) * 1000)
}
