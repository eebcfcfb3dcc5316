import type { Call } from './call.ts'
import { Failure } from './failure.ts'
import { callProcedure } from './postgrest.ts'

export type FunctionName =
  | 'upload-attachment'
  | 'upload-parts'
  | 'get-attachment-url'
  | 'get-attachment-urls'
  | 'notifications'
  | 'studio-feed'
  | 'events'

type Count = { calls: number; reset_seconds: number }

/**
 * Counts a call in the database, which also verifies the token, and returns the limit's headers; throws a 429 past the
 * limit. `FUNCTION_CALLS_PER_MINUTE` in the environment overrides every function's own limit.
 */
export async function countCall(
  call: Call,
  name: FunctionName,
  callsPerMinute: number,
): Promise<Record<string, string>> {
  const configured = Number(call.context.env['FUNCTION_CALLS_PER_MINUTE'])
  const limit = configured > 0 ? configured : callsPerMinute
  const { calls, reset_seconds: seconds } = await callProcedure<Count>(call, 'count_function_call', { p_name: name })
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - calls)),
    'ratelimit-reset': String(seconds),
  }
  if (calls <= limit) return headers
  const message = `Rate limit exceeded. Please wait ${seconds} seconds before trying again.`
  throw new Failure({
    status: 429,
    code: 'rate_limited',
    message,
    headers: { ...headers, 'retry-after': String(seconds) },
  })
}
