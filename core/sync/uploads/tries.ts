import { uploadRetryDelay } from '#core/domain/upload-retries.ts'
import type { AppError } from '#core/lib/errors.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { Clock, IdSource } from '../ports.ts'

/** After the specification's tries, again after so long, doubling. */
const firstRestMs = 15_000
const longestRestMs = 300_000

type Failures = { retries: number; rests: number; notBefore: number; sentBytes: number }

/** When files that failed for now are tried again. */
export function makeTries({
  clock,
  ids,
}: {
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Pick<IdSource, 'random'>
}) {
  const failures = new Map<MediaId, Failures>()
  return {
    /** Notes a failure after so many bytes had been sent in all. */
    fail: (id: MediaId, error: AppError, sentBytes: number): void => {
      const known = failures.get(id) ?? { retries: 0, rests: 0, notBefore: 0, sentBytes }
      // What has moved since the last failure is not stuck.
      if (sentBytes > known.sentBytes) Object.assign(known, { retries: 0, rests: 0, sentBytes })
      const delayMs = uploadRetryDelay(error, known.retries, ids.random())
      const restMs = Math.max(error.retryAfterMs ?? 0, Math.min(longestRestMs, firstRestMs * 2 ** known.rests))
      known.notBefore = clock.now() + (delayMs ?? restMs)
      known.retries = delayMs === undefined ? 0 : known.retries + 1
      if (delayMs === undefined) known.rests += 1
      failures.set(id, known)
    },
    getNotBefore: (id: MediaId): number => failures.get(id)?.notBefore ?? 0,
    forget: (id: MediaId): void => {
      failures.delete(id)
    },
    /** There is reason to believe that it works now. */
    hurry: (): void => {
      for (const known of failures.values()) known.notBefore = 0
    },
  }
}
