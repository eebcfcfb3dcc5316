import { framesPerSecond, type FrameRate } from './frame-rate.ts'

/** How timecode counts: the numbers per second, and whether it is drop-frame (SMPTE ST 12-1). */
export type TimecodeCount = { readonly base: number; readonly isDropFrame: boolean }

/** Formats a number of frames as timecode `hh:mm:ss:ff`; with a semicolon before the frames for drop-frame. */
export function formatTimecode(frame: number, { base, isDropFrame }: TimecodeCount): string {
  const number = isDropFrame ? withDropped(frame, base) : frame
  const seconds = Math.floor(number / base)
  const start = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(':')
  return `${start}${isDropFrame ? ';' : ':'}${padFrames(number % base, base)}`
}

/** Parses a timecode to a number of frames; undefined if it is malformed or a part is too large. */
export function parseTimecode(text: string, { base, isDropFrame }: TimecodeCount): number | undefined {
  if (!/^\d{1,3}(?::\d{1,2}){1,2}[:;.]\d{1,3}$/.test(text)) return undefined
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = text.split(/[:;.]/).map(Number).toReversed()
  if (frames >= base || seconds >= 60 || (minutes >= 60 && hours > 0)) return undefined
  const number = ((hours * 60 + minutes) * 60 + seconds) * base + frames
  if (!isDropFrame) return number
  const allMinutes = hours * 60 + minutes
  const dropped = droppedOf(base)
  if (seconds === 0 && frames < dropped && minutes % 10 !== 0) return undefined
  return number - dropped * (allMinutes - Math.floor(allMinutes / 10))
}

/** A film's timecode: converts frames, from 0, to timecode that begins with the film's own, and back. */
export interface FilmTimecode {
  /** Formats a frame as `hh:mm:ss:ff`. */
  format(frame: number): string
  /** Parses a timecode to the film's frame; undefined if malformed. It may lie outside the film. */
  parse(text: string): number | undefined
}

/**
 * Makes the timecode of a film with a rate; it begins at the film's own start, else at 0, and is drop-frame only if the
 * film is.
 */
export function makeFilmTimecode(rate: FrameRate, start?: string): FilmTimecode {
  const base = timecodeBase(rate)
  // Drop-frame exists only at 29.97 and its multiples.
  const isDropFrame = start?.includes(';') === true && rate.denominator !== 1 && base % 30 === 0
  const count = { base, isDropFrame }
  const first = (start === undefined ? undefined : parseTimecode(start, count)) ?? 0
  return {
    format: (frame) => formatTimecode(first + frame, count),
    parse: (text) => {
      const frame = parseTimecode(text, count)
      return frame === undefined ? undefined : frame - first
    },
  }
}

/** Returns the rate at which frames are numbered: the rounded one. */
function timecodeBase(rate: FrameRate): number {
  return Math.max(1, Math.round(framesPerSecond(rate)))
}

/** Drop-frame skips the first numbers of every minute except each tenth: two at 30, four at 60. */
function withDropped(frame: number, base: number): number {
  const dropped = droppedOf(base)
  const perMinute = base * 60 - dropped
  const perTen = perMinute * 10 + dropped
  const rest = frame % perTen
  return frame + dropped * (Math.floor(frame / perTen) * 9 + Math.max(0, Math.floor((rest - dropped) / perMinute)))
}

function droppedOf(base: number): number {
  return Math.round(base / 15)
}

function padFrames(frames: number, base: number): string {
  return String(frames).padStart(Math.max(2, String(base - 1).length), '0')
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
