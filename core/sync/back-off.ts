import { uploadRetryDelay, uploadTries } from '#core/revisions/upload-retries.ts'

type Failure = { readonly retryable: boolean; readonly retryAfterMs: number | undefined }

const usual = { firstMs: 500, longestMs: 30_000 }
const uploadRests = { firstMs: 15_000, longestMs: 300_000 }

/** Returns a wait that doubles from the first to the longest. */
function doubling({ firstMs, longestMs }: typeof usual, times: number): number {
  return Math.min(longestMs, firstMs * 2 ** times)
}

/**
 * Returns how long a write or pull waits after so many failures, in milliseconds: from half a second to half a minute,
 * with random jitter over the upper half, and at least as long as a rate limit asks.
 */
export function backOffMs(failure: Failure, failures: number, random: number): number {
  const wholeMs = doubling(usual, failures - 1)
  return Math.max(Math.round(wholeMs * (0.5 + random / 2)), failure.retryAfterMs ?? 0)
}

/**
 * Returns how long a file waits after so many failures, in milliseconds: the specification's retries, a rest, then
 * retries again; rests grow to five minutes.
 */
export function uploadBackOffMs(failure: Failure, failures: number, random: number): number {
  const [rests, retries] = [Math.floor((failures - 1) / uploadTries), (failures - 1) % uploadTries]
  const delayMs = uploadRetryDelay(failure, retries, random)
  return delayMs ?? Math.max(failure.retryAfterMs ?? 0, doubling(uploadRests, rests))
}
