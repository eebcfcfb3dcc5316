import {
  frameAtTime,
  frameCountOf,
  frameOfTimestamp,
  framesPerSecond,
  seekTimeOf,
  toFrameRate,
  type FrameRate,
} from './frame-rate.ts'

/** Converts between a film's whole frames, from 0, and its seconds. */
export interface FrameClock {
  /** The rate for display and timecode. */
  readonly rate: FrameRate
  /** At least 1. */
  readonly frameCount: number
  /** Whether frame durations vary; the rate is then their average. */
  readonly isVariable: boolean
  /** Returns the position in seconds to seek to for a frame: the middle of its display time. */
  seekTimeOf(frame: number): number
  /** Returns the frame on screen at a position in seconds. */
  frameAtTime(seconds: number): number
  /** Returns the frame that starts at a presentation timestamp in seconds, allowing for the container's rounding. */
  frameOfTimestamp(seconds: number): number
}

/** Makes the clock of a film whose frames all have the same duration. */
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
 * Maps a frame to another film: to the same number if both keep one rate (24 and 23.976 count as one), else to the
 * frame shown at that moment.
 */
export function matchFrame(frame: number, from: FrameClock, to: FrameClock): number {
  const isSame = Math.round(framesPerSecond(from.rate)) === Math.round(framesPerSecond(to.rate))
  const isSameRate = isSame && !from.isVariable && !to.isVariable
  return Math.min(isSameRate ? frame : to.frameAtTime(from.seekTimeOf(frame)), to.frameCount - 1)
}

/**
 * A film's timing according to its container: its frames' start times, ascending and in seconds, and the end of the
 * last frame.
 */
export type FilmTimes = {
  readonly starts: ArrayLike<number>
  readonly endSeconds: number
  /** False if only the first frames were read. */
  readonly isWhole: boolean
}

// A frame further than this share of its duration from its expected time does not keep to the rate, unless the
// container's rounding explains it.
const maxDrift = 0.2
const roundedSeconds = 0.0011
const mostRounded = 0.45

/**
 * Makes the clock of a film from its container. A film that keeps to its rate from the start is counted by that rate;
 * one with a varying rate or a later start, by its frames' actual times. Undefined for a film without frames.
 */
export function makeContainerClock({ starts, endSeconds, isWhole }: FilmTimes): FrameClock | undefined {
  const count = starts.length
  if (count === 0) return undefined
  const first = starts[0] ?? 0
  const last = starts[count - 1] ?? first
  const measured = count > 1 ? (count - 1) / (last - first) : undefined
  const rate = toFrameRate(measured)
  // Some containers do not give the duration of the last frame.
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
    // Containers round by up to a millisecond, less than half of any frame.
    frameOfTimestamp: (seconds) => {
      const before = frameAt(seconds)
      return seconds - startOf(before) > startOf(before + 1) - seconds ? Math.min(count - 1, before + 1) : before
    },
  }
}
