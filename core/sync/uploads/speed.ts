import type { MediaId } from '#core/lib/ids.ts'
import type { Clock } from '../ports.ts'

const windowMs = 4000

/** Measures upload speed over the last four seconds. */
export function makeSpeedMeter(clock: Pick<Clock, 'elapsed'>) {
  const samples = new Map<MediaId, { readonly at: number; readonly bytes: number }[]>()
  return {
    /** Returns bytes per second, given the bytes of a file sent so far. */
    measure: (id: MediaId, bytes: number): number => {
      const now = clock.elapsed()
      const recent = (samples.get(id) ?? []).filter(({ at }) => at > now - windowMs)
      recent.push({ at: now, bytes })
      samples.set(id, recent)
      const [oldest] = recent
      if (oldest === undefined || now - oldest.at < 200) return 0
      return Math.max(0, Math.round(((bytes - oldest.bytes) * 1000) / (now - oldest.at)))
    },
    forget: (id: MediaId): void => {
      samples.delete(id)
    },
  }
}
