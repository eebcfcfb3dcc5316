import { makeListeners } from '#core/lib/listeners.ts'
import { mostExposure, type PictureChannel, type PictureLook } from '#core/revisions/develop-picture.ts'
import { clamp } from '#core/lib/numbers.ts'

/** How the picture in view is developed, observable. */
export type PictureLookStore = {
  readonly get: () => PictureLook
  readonly subscribe: (listener: () => void) => () => void
  readonly expose: (stops: number) => void
  readonly setChannel: (channel: PictureChannel) => void
}

/** Starts with the picture unchanged. `expose` sets stops, clamped to the available range. */
export function makePictureLook(): PictureLookStore {
  let look: PictureLook = { exposure: 0, channel: 'colour' }
  const listeners = makeListeners()
  const change = (changes: Partial<PictureLook>): void => {
    look = { ...look, ...changes }
    listeners.tell()
  }
  return {
    get: () => look,
    subscribe: listeners.subscribe,
    expose: (stops) => change({ exposure: clamp(stops, { min: -mostExposure, max: mostExposure }) }),
    setChannel: (channel) => change({ channel }),
  }
}
