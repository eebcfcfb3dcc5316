import type { FrameRate } from '#core/revisions/frame-rate.ts'

/** Frames count from 0; `shuttle` is how many times faster than real time it runs, backwards below 0, and 0 at rest. */
export type PlayerState = {
  readonly frame: number
  readonly frameCount: number
  readonly rate: FrameRate
  /** False until the rate is known from the file or by measuring; the default is shown meanwhile. */
  readonly isRateKnown: boolean
  readonly shuttle: number
  readonly speed: number
  readonly isLooping: boolean
  readonly isMuted: boolean
  /** The part that is played, both frames included. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  /** The frame the browser has really painted last. */
  readonly paintedFrame: number | undefined
}

/** How a player stands but for where. */
export type PlayerSettings = Omit<PlayerState, 'frame' | 'paintedFrame'>
