/** Frames per second as an exact fraction, so that no frame is ever reached by adding up rounded seconds. */
export type FrameRate = { readonly label: string; readonly numerator: number; readonly denominator: number }

// The rate used where none can be found.
const defaultFrameRate: FrameRate = { label: '24', numerator: 24, denominator: 1 }

/** The rates a video can have here (document 3, section 9); the fractional ones are those of NTSC (SMPTE 170M). */
export const frameRates: readonly FrameRate[] = [
  { label: '23.976', numerator: 24_000, denominator: 1001 },
  defaultFrameRate,
  { label: '25', numerator: 25, denominator: 1 },
  { label: '29.97', numerator: 30_000, denominator: 1001 },
  { label: '30', numerator: 30, denominator: 1 },
  { label: '50', numerator: 50, denominator: 1 },
  { label: '59.94', numerator: 60_000, denominator: 1001 },
  { label: '60', numerator: 60, denominator: 1 },
]

// A measured rate further than this from every allowed one says nothing, and the default is used.
const maxRelativeDistance = 0.25

/** The allowed rate nearest to a measured one in frames per second; 24 where it is absent or far from all of them. */
export function snapFrameRate(measured: number | undefined): FrameRate {
  if (measured === undefined || !Number.isFinite(measured)) return defaultFrameRate
  const distance = (rate: FrameRate) => Math.abs(framesPerSecond(rate) - measured)
  const nearest = frameRates.reduce((best, rate) => (distance(rate) < distance(best) ? rate : best))
  return distance(nearest) <= framesPerSecond(nearest) * maxRelativeDistance ? nearest : defaultFrameRate
}

/** Reads a rate as stored with a file, such as `24000/1001`, `25/1` or `25`, snapped to the allowed set. */
export function parseFrameRate(text: string): FrameRate {
  const [, numerator, denominator = '1'] = /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text) ?? []
  return snapFrameRate(numerator === undefined ? undefined : Number(numerator) / Number(denominator))
}

/** The rate as a decimal number, for showing and comparing only. */
export function framesPerSecond(rate: FrameRate): number {
  return rate.numerator / rate.denominator
}

/** The whole frame, from 0, on screen at a position in seconds; a position a rounding error before a frame counts as in it. */
export function frameAtTime(seconds: number, rate: FrameRate): number {
  return Math.max(0, Math.floor((seconds * rate.numerator) / rate.denominator + 1e-4))
}

/** The frame, from 0, that starts at a presentation timestamp in seconds, which containers round by up to a millisecond. */
export function frameOfTimestamp(seconds: number, rate: FrameRate): number {
  return Math.max(0, Math.round((seconds * rate.numerator) / rate.denominator))
}

/** The position in seconds to seek to for a frame: the middle of its interval, where no rounding can reach a neighbour. */
export function seekTimeOf(frame: number, rate: FrameRate): number {
  return ((frame + 0.5) * rate.denominator) / rate.numerator
}

/** How many frames a duration in seconds holds; at least 1. */
export function frameCountOf(durationSeconds: number, rate: FrameRate): number {
  return Math.max(1, Math.round((durationSeconds * rate.numerator) / rate.denominator))
}

/** Non-drop timecode `hh:mm:ss:ff`: frames are counted at the rounded rate, and none is skipped (SMPTE ST 12-1). */
export function toTimecode(frame: number, rate: FrameRate): string {
  const base = timecodeBase(rate)
  const seconds = Math.floor(frame / base)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % base].map(pad).join(':')
}

/** The frame of a non-drop `hh:mm:ss:ff` or `mm:ss:ff`; absent where the text is neither or a part is too large. */
export function parseTimecode(text: string, rate: FrameRate): number | undefined {
  if (!/^\d{1,3}(:\d{1,2}){2,3}$/.test(text)) return undefined
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = text.split(':').map(Number).toReversed()
  const base = timecodeBase(rate)
  if (frames >= base || seconds >= 60 || minutes >= 60) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * base + frames
}

/** The short form for labels, `mm:ss:ff`; minutes go on past 59. */
export function toShortTimecode(frame: number, rate: FrameRate): string {
  const base = timecodeBase(rate)
  const seconds = Math.floor(frame / base)
  return [Math.floor(seconds / 60), seconds % 60, frame % base].map(pad).join(':')
}

/** The frame counter, counted from 1 as artists do and padded so that it does not jump: `0012 / 0240`. */
export function formatFrameCounter(frame: number, frameCount: number): string {
  const width = Math.max(4, String(frameCount).length)
  return `${String(frame + 1).padStart(width, '0')} / ${String(frameCount).padStart(width, '0')}`
}

function timecodeBase(rate: FrameRate): number {
  return Math.round(framesPerSecond(rate))
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
