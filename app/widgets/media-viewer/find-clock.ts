import { makeContainerClock, type FrameClock } from '#core/revisions/frame-clock.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { FrameRate } from '#core/revisions/frame-rate.ts'
import { measureFrameRate } from './measure-frame-rate.ts'
import { readFilmTimes } from './read-film-times.ts'

type Film = { readonly id: MediaId; readonly url: string; readonly sizeBytes: number; readonly isRateKnown: boolean }

/**
 * Reads a film's clock from its container; if that fails, measures its rate by playing it, unless the rate is known
 * already.
 */
export async function findClock(
  { id, url, sizeBytes, isRateKnown }: Film,
  signal: AbortSignal,
): Promise<FrameClock | FrameRate | undefined> {
  const times = await readFilmTimes(id, { url: new URL(url, location.href).href, sizeBytes }, signal)
  const clock = times && makeContainerClock(times)
  if (clock !== undefined || isRateKnown || signal.aborted) return clock
  return await measureFrameRate(url, signal)
}
