import { normalize } from './title-words.ts'

/** The unit that a column's heading states; `unsaid` where whole numbers could be frames or seconds. */
export type LengthUnit = 'frames' | 'seconds' | 'timecode' | 'feet' | 'clock' | 'unsaid'

/** A length as written: its parts add up. */
export type Length = {
  readonly frames: number
  readonly seconds: number
  readonly timecodes: readonly string[]
}

const words =
  /^(?:(?:cut|shot|clip|edit|scene|panel) )?(?:duration|length|dur|len|dauer|länge|durée|duración)(?![\p{L}\d])\.?(?: in)?[ :,-]*/u
const units: readonly (readonly [RegExp, LengthUnit])[] = [
  [/^$/, 'unsaid'],
  [/^(?:s|secs?|seconds?|sek|sekunden|secondes?|segundos?)$/, 'seconds'],
  [/^(?:f|frs?|frames?)$/, 'frames'],
  [/^(?:tc|time ?code|(?:h{1,2}:)?m{1,2}:s{1,2}[:;.]f{1,2})$/, 'timecode'],
  [/^(?:ft|feet|ft ?\+ ?(?:fr|f|frames)|feet ?(?:\+|and|&) ?frames|footage)$/, 'feet'],
  [/^(?:h{1,2}:)?m{1,2}:s{1,2}(?:\.\w+)?$|^min:sec$/, 'clock'],
]

/** Reads the unit of a heading such as `Duration (s)`, `Length [frames]` or `Seconds`; undefined if it means no length. */
export function readLengthTitle(written: string): LengthUnit | undefined {
  const title = normalize(written)
  if (/^(?:seconds|secs)$/.test(title)) return 'seconds'
  const start = words.exec(title)?.[0]
  if (start === undefined) return undefined
  const unit = title
    .slice(start.length)
    .replace(/^[([]\s*(.*?)\s*[)\]]$/, '$1')
    .trim()
  return units.find(([form]) => form.test(unit))?.[1]
}

const number = String.raw`(\d{1,6}(?:[.,]\d{1,6})?)`
const second = String.raw`(?:s|secs?|seconds?|sek|sekunden|secondes?|segundos?)\.?`
const forms = {
  frames: /^(\d{1,8})\s*(?:f|frs?|frm|frames?)\.?$/i,
  seconds: new RegExp(`^${number}\\s*${second}$`, 'i'),
  secondsAndFrames: new RegExp(`^(\\d{1,6})\\s*${second}\\s*(\\d{1,3})\\s*(?:f|frs?|frames?)\\.?$`, 'i'),
  minutes: new RegExp(`^${number}\\s*(?:mins?|minutes?)\\.?$`, 'i'),
  minutesAndSeconds: new RegExp(`^(\\d{1,4})\\s*(?:m|mins?|minutes?)\\.?\\s*${number}\\s*${second}$`, 'i'),
  timecode: /^\d{1,2}([:;])\d{2}\1\d{2}[:;]\d{2,3}$/,
  feet: /^(\d{1,5})\+(0\d|1[0-5])$/,
  clock: /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d(?:[.,]\d{1,6})?)$/,
}

const toNumber = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'))
const ofFrames = (frames: number): Length => ({ frames, seconds: 0, timecodes: [] })
const ofSeconds = (seconds: number, frames = 0): Length => ({ frames, seconds, timecodes: [] })
const ofTimecode = (timecode: string): Length => ({ frames: 0, seconds: 0, timecodes: [timecode] })

/**
 * Reads a length: `48 f`, `2.5 s`, `1m 05s`, `2s 12f`, `00:02.5`, `00:00:02:12`, `3+08` (feet and frames of 35 mm film),
 * or several with ` + ` between them. Undefined if it is none; the reason if it could mean different lengths.
 */
export function readLength(text: string, unit: LengthUnit): Length | string | undefined {
  const parts: Length[] = []
  for (const part of text.trim().split(/\s\+\s/)) {
    const length = readByUnit(part.trim(), unit) ?? readPlain(part.trim())
    if (typeof length !== 'object') return length
    parts.push(length)
  }
  return {
    frames: parts.reduce((sum, { frames }) => sum + frames, 0),
    seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
    timecodes: parts.flatMap(({ timecodes }) => timecodes),
  }
}

/** Reads what only the heading makes clear. */
function readByUnit(text: string, unit: LengthUnit): Length | undefined {
  if (unit === 'seconds' && /^\d{1,6}(?:[.,]\d{1,6})?$/.test(text)) return ofSeconds(toNumber(text))
  if (unit === 'frames' && /^\d{1,8}(?:\.0+|,00?)?$/.test(text)) return ofFrames(Number.parseInt(text, 10))
  if (unit === 'feet' && /^\d{1,5}$/.test(text)) return ofFrames(Number(text) * 16)
  if (unit === 'timecode' && /^(?:\d{1,2}:)?\d{1,2}:\d{2}$/.test(text)) {
    const [frames, seconds, minutes = '00'] = text.split(':').toReversed()
    return ofTimecode(`00:${minutes.padStart(2, '0')}:${(seconds ?? '').padStart(2, '0')}:${frames}`)
  }
  return unit === 'clock' ? readClock(text) : undefined
}

/** Reads what is clear without a heading. */
function readPlain(text: string): Length | string | undefined {
  const [frames] = forms.frames.exec(text)?.slice(1) ?? []
  if (frames !== undefined) return ofFrames(Number(frames))
  const [seconds] = forms.seconds.exec(text)?.slice(1) ?? []
  if (seconds !== undefined) return ofSeconds(toNumber(seconds))
  const [whole, more] = forms.secondsAndFrames.exec(text)?.slice(1) ?? []
  if (whole !== undefined) return ofSeconds(Number(whole), Number(more))
  const [minutes] = forms.minutes.exec(text)?.slice(1) ?? []
  if (minutes !== undefined) return ofSeconds(toNumber(minutes) * 60)
  const [full, rest] = forms.minutesAndSeconds.exec(text)?.slice(1) ?? []
  if (full !== undefined) return ofSeconds(Number(full) * 60 + toNumber(rest))
  if (forms.timecode.test(text)) return ofTimecode(text)
  const [feet, beyond] = forms.feet.exec(text)?.slice(1) ?? []
  if (feet !== undefined) return ofFrames(Number(feet) * 16 + Number(beyond))
  // `00:00:02.12` may end in frames; one or three digits are a decimal fraction.
  if (/^\d{1,3}:\d{2}[.,]\d+$|^\d{1,2}:\d{2}:\d{2}[.,](?:\d|\d{3,})$/.test(text)) return readClock(text)
  if (/^\d{1,3}(?::\d{1,3}){1,2}$|^\d{1,2}:\d{2}:\d{2}[.,]\d\d$/.test(text))
    return `"${text}" may end in seconds or in frames: write 2.5 s or 00:00:02:12`
  return /^\d{1,8}(?:[.,]\d{1,6})?$/.test(text)
    ? `"${text}" may be frames or seconds: write 48 f or 2 s, or name the column Frames or Duration (s)`
    : undefined
}

function readClock(text: string): Length | undefined {
  const [hours, minutes, seconds] = forms.clock.exec(text)?.slice(1) ?? []
  return seconds === undefined
    ? undefined
    : ofSeconds((toNumber(hours) * 60 + toNumber(minutes)) * 60 + toNumber(seconds))
}
