/**
 * One attempt and three retries (document 1, section 9), from one second; a rate limit is waited for up to a minute.
 */
export const uploadTries = 4
const baseDelayMs = 1000
const longestRateLimitMs = 60_000

/** Files up to this size are sent whole, larger ones in pieces of exactly this size, as the hosted service requires. */
export const pieceBytes = 6 * 1024 * 1024

type Failure = { readonly retryable: boolean; readonly retryAfterMs: number | undefined }

/**
 * Returns how long to wait before retrying an upload, in milliseconds: as long as a rate limit asks, else doubling from
 * a second, with jitter (`random` is from 0 up to but not including 1). Undefined when it has failed for now.
 */
export function uploadRetryDelay(failure: Failure, retries: number, random: number): number | undefined {
  const rateLimitMs = failure.retryAfterMs ?? 0
  if (!failure.retryable || retries >= uploadTries - 1 || rateLimitMs > longestRateLimitMs) return undefined
  return rateLimitMs > 0 ? rateLimitMs : baseDelayMs * 2 ** retries + random * baseDelayMs
}
