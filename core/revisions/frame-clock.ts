import {
  frameAtTime,
  frameCountOf,
  frameOfTimestamp,
  framesPerSecond,
  seekTimeOf,
  toFrameRate,
  type FrameRate,
} from './frame-rate.ts'

/** How a film's whole frames, from 0, and its seconds belong together. */
export interface FrameClock {
  /** The rate frames are shown and counted as timecode at. */
  readonly rate: FrameRate
  /** At least 1. */
  readonly frameCount: number
  /** Whether its frames last differently long: the rate is their average then. */
  readonly isVariable: boolean
  /** The position in seconds to seek to for a frame: the middle of the time it is shown. */
  seekTimeOf(frame: number): number
  /** The frame on screen at a position in seconds. */
  frameAtTime(seconds: number): number
  /** The frame that starts at a presentation timestamp in seconds, rounded as containers round. */
  frameOfTimestamp(seconds: number): number
}

/** The clock of a film whose frames all last equally long. */
export function makeSteadyClock(rate: FrameRate, frameCount: number): FrameClock {
  return {
    rate,
    frameCount,
    isVariable: false,
    seekTimeOf: (frame) => seekTimeOf(frame, rate),
    frameAtTime: (seconds) => frameAtTime(seconds, rate),
    frameOfTimestamp: (seconds) => frameOfTimestamp(seconds, rate),
  }
}

/**
 * The frame of another film at a frame of one: the same number where both keep one rate, 24 and 23.976 being one, else what is
 * shown at that moment.
 */
export function matchFrame(frame: number, from: FrameClock, to: FrameClock): number {
  const isSame = Math.round(framesPerSecond(from.rate)) === Math.round(framesPerSecond(to.rate))
  const isSameRate = isSame && !from.isVariable && !to.isVariable
  return Math.min(isSameRate ? frame : to.frameAtTime(from.seekTimeOf(frame)), to.frameCount - 1)
}

/** What a container says of a film: when each of its frames starts, ascending and in seconds, and when the last one ends. */
export type FilmTimes = {
  readonly starts: ArrayLike<number>
  readonly endSeconds: number
  /** False where only the first frames were looked at. */
  readonly isWhole: boolean
}

// A frame further than this part of its length from where its rate puts it does not keep to the rate, unless its container may
// have rounded it as far.
const maxDrift = 0.2
const roundedSeconds = 0.0011
const mostRounded = 0.45

/**
 * The clock of a film by its container. One that keeps to its rate from its first moment on is counted by that rate; one of changing
 * rate, or that begins later, by when each of its frames really starts. Absent for a film without frames.
 */
export function makeContainerClock({ starts, endSeconds, isWhole }: FilmTimes): FrameClock | undefined {
  const count = starts.length
  if (count === 0) return undefined
  const first = starts[0] ?? 0
  const last = starts[count - 1] ?? first
  const measured = count > 1 ? (count - 1) / (last - first) : undefined
  const rate = toFrameRate(measured)
  // Some containers do not say how long the last frame lasts.
  const average = count > 1 ? (last - first) / (count - 1) : rate.denominator / rate.numerator
  const end = endSeconds > last ? endSeconds : last + average
  const isSteady = keepsTo(rate, starts, 0) && (!isWhole || Math.abs(end * framesPerSecond(rate) - count) < 0.5)
  if (isSteady) return makeSteadyClock(rate, isWhole ? count : frameCountOf(end, rate))
  if (!isWhole) return undefined
  return makeListedClock({ rate, starts, endSeconds: end, isVariable: !keepsTo(rate, starts, first) })
}

function keepsTo(rate: FrameRate, starts: ArrayLike<number>, from: number): boolean {
  const perSecond = framesPerSecond(rate)
  const drift = Math.min(mostRounded, Math.max(maxDrift, perSecond * roundedSeconds))
  for (let frame = 0; frame < starts.length; frame += 1)
    if (Math.abs(((starts[frame] ?? 0) - from) * perSecond - frame) > drift) return false
  return true
}

type ListedFrames = Pick<FilmTimes, 'starts' | 'endSeconds'> & Pick<FrameClock, 'rate' | 'isVariable'>

function makeListedClock({ rate, starts, endSeconds, isVariable }: ListedFrames): FrameClock {
  const count = starts.length
  const startOf = (frame: number): number => (frame < count ? (starts[Math.max(0, frame)] ?? 0) : endSeconds)
  const frameAt = (seconds: number): number => {
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (startOf(middle) <= seconds) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    rate,
    frameCount: count,
    isVariable,
    seekTimeOf: (frame) => (startOf(frame) + startOf(frame + 1)) / 2,
    frameAtTime: (seconds) => frameAt(seconds + 1e-5),
    // Containers round by up to a millisecond, which is less than half of any frame.
    frameOfTimestamp: (seconds) => {
      const before = frameAt(seconds)
      return seconds - startOf(before) > startOf(before + 1) - seconds ? Math.min(count - 1, before + 1) : before
    },
  }
}
