import { newId } from '#core/lib/ids.ts'
import type { Clock, IdSource, Online, Visibility } from './ports.ts'

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Random ids that sort by time. */
export const systemIds: IdSource = { newId: () => newId(), random: () => Math.random() }

/** A device that always tries; failures reveal a missing network. */
export const alwaysOnline: Online = { isOnline: () => true, subscribe: () => () => undefined }

/** A program without a window that could be hidden. */
export const alwaysVisible: Visibility = { isVisible: () => true, subscribe: () => () => undefined }
