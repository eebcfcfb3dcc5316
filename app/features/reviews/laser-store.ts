import { makeListeners } from '#core/lib/listeners.ts'
import type { Laser } from '#core/reviews/together/together.ts'
import { togetherStore } from './together-store.ts'

let isOn = false
const listeners = makeListeners()

/** Whether the pointer is a laser that everybody in the room sees, and where everybody's laser is. */
export const laserStore = {
  isOn: (): boolean => isOn,
  toggle: (): void => {
    isOn = !isOn
    listeners.tell()
  },
  subscribe: listeners.subscribe,
  point: (at: Omit<Laser, 'userId'>): void => togetherStore.find()?.point(at),
  /** Listens to lasers in whichever room this window is in. */
  subscribePoints: (listener: (laser: Laser) => void): (() => void) => {
    let stop: (() => void) | undefined
    const watch = (): void => {
      stop?.()
      stop = togetherStore.find()?.subscribeLaser(listener)
    }
    watch()
    let room = togetherStore.find()
    const stopWatching = togetherStore.subscribe(() => {
      if (room === togetherStore.find()) return
      room = togetherStore.find()
      watch()
    })
    return () => {
      stop?.()
      stopWatching()
    }
  },
} as const
