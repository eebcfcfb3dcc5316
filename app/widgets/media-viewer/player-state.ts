import { parseFrameRate, toFrameRate, type FrameRate } from '#core/revisions/frame-rate.ts'

export const playbackSpeeds = [0.25, 0.5, 1, 1.5, 2] as const

/** What the database knows of a film before any of it is loaded. */
export type Facts = { readonly frameRate: string | undefined; readonly frameCount: number | undefined }

/** Frames count from 0; `shuttle` is the multiple of real time it plays at: negative backwards, 0 at rest. */
export type PlayerState = {
  readonly frame: number
  readonly frameCount: number
  readonly rate: FrameRate
  /** Whether the film's frames differ in duration; the rate is then their average. */
  readonly isVariable: boolean
  /** False until the rate is known from the file or by measuring; the default is shown meanwhile. */
  readonly isRateKnown: boolean
  readonly shuttle: number
  readonly speed: number
  readonly isLooping: boolean
  /** The played range, both frames included. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  /** The last frame the browser really painted. */
  readonly paintedFrame: number | undefined
  /** The last requested frame, if it could not be shown. */
  readonly unshownFrame: number | undefined
}

/** The state of a player except for its position. */
export type PlayerSettings = Omit<PlayerState, 'frame' | 'paintedFrame'>

/** Returns the state of a player that has shown nothing yet. */
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

/** Returns the played range with the current frame as one end. An end set beyond the other starts a new range there. */
export function extendRange({ frame, frameCount, range }: PlayerState, end: 'from' | 'to'): PlayerState['range'] {
  const next = { ...(range ?? { from: 0, to: frameCount - 1 }), [end]: frame }
  if (next.from <= next.to) return next
  return { from: frame, to: end === 'from' ? frameCount - 1 : frame }
}
