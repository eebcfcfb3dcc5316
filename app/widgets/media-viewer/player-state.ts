import { parseFrameRate, toFrameRate, type FrameRate } from '#core/revisions/frame-rate.ts'

export const playbackSpeeds = [0.25, 0.5, 1, 1.5, 2] as const

/** What the database knows of a film before anything of it is loaded. */
export type Facts = { readonly frameRate: string | undefined; readonly frameCount: number | undefined }

/** Frames count from 0; `shuttle` is how many times faster than real time it runs, backwards below 0, and 0 at rest. */
export type PlayerState = {
  readonly frame: number
  readonly frameCount: number
  readonly rate: FrameRate
  /** Whether the film's frames last differently long; the rate is their average then. */
  readonly isVariable: boolean
  /** False until the rate is known from the file or by measuring; the default is shown meanwhile. */
  readonly isRateKnown: boolean
  readonly shuttle: number
  readonly speed: number
  readonly isLooping: boolean
  /** The part that is played, both frames included. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  /** The frame the browser has really painted last. */
  readonly paintedFrame: number | undefined
  /** The frame that was asked for last and could not be shown. */
  readonly unshownFrame: number | undefined
}

/** How a player stands but for where. */
export type PlayerSettings = Omit<PlayerState, 'frame' | 'paintedFrame'>

/** A player that has shown nothing yet. */
export function newState({ frameRate, frameCount = 1 }: Facts): PlayerState {
  return {
    rate: frameRate === undefined ? toFrameRate(undefined) : parseFrameRate(frameRate),
    isRateKnown: frameRate !== undefined,
    frameCount,
    frame: 0,
    isVariable: false,
    shuttle: 0,
    speed: 1,
    isLooping: false,
    range: undefined,
    paintedFrame: undefined,
    unshownFrame: undefined,
  }
}

/** The part that is played, with the frame in view as one of its ends. One set beyond the other end starts a new part there. */
export function extendRange({ frame, frameCount, range }: PlayerState, end: 'from' | 'to'): PlayerState['range'] {
  const next = { ...(range ?? { from: 0, to: frameCount - 1 }), [end]: frame }
  if (next.from <= next.to) return next
  return { from: frame, to: end === 'from' ? frameCount - 1 : frame }
}
