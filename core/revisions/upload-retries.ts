/** Document 1, section 9: a try and three more, from one second, and no longer wait than a minute for a rate limit. */
export const uploadTries = 4
const baseDelayMs = 1000
const longestRateLimitMs = 60_000

/** Files of at most so many bytes go in one piece, larger ones in pieces of exactly this size, as the hosted service demands. */
export const pieceBytes = 6 * 1024 * 1024

type Failure = { readonly retryable: boolean; readonly retryAfterMs: number | undefined }

/**
 * How long to wait before an upload is tried once more, in milliseconds: as long as a rate limit asks, else doubling from a
 * second with chance (`random` is at least 0, below 1). Absent when it has failed for now.
 */
export function uploadRetryDelay(failure: Failure, retries: number, random: number): number | undefined {
  const rateLimitMs = failure.retryAfterMs ?? 0
  if (!failure.retryable || retries >= uploadTries - 1 || rateLimitMs > longestRateLimitMs) return undefined
  return rateLimitMs > 0 ? rateLimitMs : baseDelayMs * 2 ** retries + random * baseDelayMs
}
