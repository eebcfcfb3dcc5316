import { uploadRetryDelay, uploadTries } from '#core/revisions/upload-retries.ts'

type Failure = { readonly retryable: boolean; readonly retryAfterMs: number | undefined }

const usual = { firstMs: 500, longestMs: 30_000 }
const uploadRests = { firstMs: 15_000, longestMs: 300_000 }

/** Doubling from the first wait to the longest one. */
function doubling({ firstMs, longestMs }: typeof usual, times: number): number {
  return Math.min(longestMs, firstMs * 2 ** times)
}

/**
 * How long a write or a pull waits after so many failures: from half a second to half a minute, spread by chance over its upper half,
 * and as long as a rate limit asks.
 */
export function backOffMs(failure: Failure, failures: number, random: number): number {
  const wholeMs = doubling(usual, failures - 1)
  return Math.max(Math.round(wholeMs * (0.5 + random / 2)), failure.retryAfterMs ?? 0)
}

/** How long a file waits after so many failures: the tries of the specification, a rest, and so on; rests grow to five minutes. */
export function uploadBackOffMs(failure: Failure, failures: number, random: number): number {
  const [rests, retries] = [Math.floor((failures - 1) / uploadTries), (failures - 1) % uploadTries]
  const delayMs = uploadRetryDelay(failure, retries, random)
  return delayMs ?? Math.max(failure.retryAfterMs ?? 0, doubling(uploadRests, rests))
}
