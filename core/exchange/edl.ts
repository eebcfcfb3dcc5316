import { dialogControls, type ControlNames } from './control-names.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { CutClip } from './cut.ts'
import type { LeftOut } from './import-row.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import { canDropFrames, frameOfTimecode, type RationalRate } from './rational-rate.ts'

/** An event as written in the list: the source end is exclusive, and may lie before the start. */
type Event = {
  readonly line: number
  /** The column of the source's end, for error messages. */
  readonly column: number
  readonly reel: string
  readonly sourceIn: number
  readonly sourceOut: number
  /** The source's end if it passed midnight. */
  readonly nextDayOut: number
  readonly recordLength: number
  readonly isPicture: boolean
  readonly isSound: boolean
  readonly isTransition: boolean
  /** The length of a transition in frames; 0 if there is none. */
  readonly transitionLength: number
  readonly number: string
  names: { from?: string; to?: string }
  /** Source frames per second from a speed change; negative plays backwards. */
  speed?: number
}

// Event, reel, channels, kind with its length, then source in and out, record in and out (CMX 3600). Reels may contain
// spaces.
const eventLine =
  /^(\d{1,6})\s+(?:(\S.{0,199}?)\s+)?(\S+)\s+(C|D|W\d*|K\s?[BO]?(?:\s*\(F\))?)\s*(\d{1,3})?\s+(\d\S*[:;]\S+)\s+(\d\S*[:;]\S+)\s+(\d\S*[:;]\S+)\s+(\d\S*[:;]\S+)$/i

type EdlNotes = {
  /** Receives what is not imported. */
  readonly left?: LeftOut[]
  readonly controls?: ControlNames | undefined
}

/**
 * Reads a CMX 3600 edit decision list at the given rate, which the list itself does not state. Only picture counts;
 * black and bars are skipped, and what is not imported goes to `left`. Timecode is drop-frame (SMPTE ST 12-1) on lines
 * that write some of it with `;`, and on others if `FCM: DROP FRAME` says so.
 */
export function parseEdl(
  text: string,
  rate: RationalRate,
  { left = [], controls = dialogControls }: EdlNotes = {},
): Result<readonly CutClip[], FileProblem> {
  let isDrop = false
  const events: Event[] = []
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1
    const trimmed = raw.trim()
    const mode = /^FCM:\s*(NON[- ]DROP|DROP)/i.exec(trimmed)?.[1]
    if (mode !== undefined) {
      isDrop = mode.toUpperCase() === 'DROP'
      if (isDrop && !canDropFrames(rate))
        return problemAt({ line, column: 1 }, `Drop-frame timecode exists only at 29.97 and 59.94: ${controls.rate}.`)
    } else if (/^\d{1,6}\s/.test(trimmed)) {
      const event = readEvent(raw, line, { rate, isDrop })
      if (!event.ok) return event
      events.push(event.value)
    } else if (!readComment(trimmed, events.at(-1)) && trimmed !== '' && !/^TITLE:/i.test(trimmed)) {
      left.push({ line, reason: describeUnreadLine(trimmed) })
    }
  }
  if (events.length === 0) return problemAt({ line: 1, column: 1 }, 'There are no EDL events in this file.')
  const clips: CutClip[] = []
  for (const [at, written] of events.entries()) {
    const event = withTail(written, events[at + 1])
    const clip = toClip(event, rate)
    if (!clip.ok) return clip
    clips.push(...clip.value)
    if (clip.value.length === 0) left.push({ line: event.line, reason: describeSkippedEvent(event) })
  }
  left.sort((one, other) => ('line' in one && 'line' in other ? one.line - other.line : 0))
  return ok(clips)
}

function describeUnreadLine(text: string): string {
  return /^\*|^(M2|FCM|FINAL CUT|AUD|SPLIT|EFFECTS|CLIP|REEL|GPI|DLEDL|>>>)/i.test(text)
    ? 'A comment; only clip names and speeds are read from comments.'
    : 'Not a line of an EDL.'
}

function describeSkippedEvent({ isSound, isPicture }: Event): string {
  if (isSound) return 'No picture.'
  return isPicture ? 'No duration.' : 'Black or bars.'
}

type Timing = { readonly rate: RationalRate; readonly isDrop: boolean }

function readEvent(raw: string, line: number, { rate, isDrop }: Timing): Result<Event, FileProblem> {
  const found = eventLine.exec(raw.trim())
  if (found === null)
    return problemAt(
      { line, column: 1 },
      'An event needs a number, a reel, a channel, a transition and four timecodes.',
    )
  const [, number = '', reel = '', channels = '', kind = '', transition = '', ...timecodes] = found
  const isMarked = canDropFrames(rate) && timecodes.some((timecode) => timecode.includes(';'))
  const frames: number[] = []
  const columns: number[] = []
  let from = 0
  for (const timecode of timecodes) {
    const at = raw.indexOf(timecode, from)
    from = at + timecode.length
    const isDropped = isMarked ? timecode.includes(';') : isDrop
    const frame = frameOfTimecode(timecode, rate, isDropped)
    if (frame === undefined)
      return problemAt(
        { line, column: at + 1 },
        `${timecode} is not a timecode at this rate${isDropped ? ', with drop-frame' : ''}.`,
      )
    frames.push(frame)
    columns.push(at + 1)
  }
  const [sourceIn = 0, sourceOut = 0, recordIn = 0, recordOut = 0] = frames
  const isSound = !/V|B|^NONE$/i.test(channels)
  const isPicture = !isSound && !/^(BL|BLACK|BARS|SMPTEBARS)$/i.test(reel)
  const day = frameOfTimecode('24:00:00:00', rate, isMarked ? timecodes[1]?.includes(';') === true : isDrop) ?? 0
  return ok({
    line,
    column: columns[1] ?? 1,
    reel,
    sourceIn,
    sourceOut,
    nextDayOut: sourceOut + day,
    recordLength: recordOut < recordIn ? recordOut + day - recordIn : recordOut - recordIn,
    isPicture,
    isSound,
    isTransition: /^[DW]/i.test(kind),
    transitionLength: Number(transition),
    number,
    names: {},
  })
}

/** Reads a comment line about the event above; returns false if it holds nothing of use. */
function readComment(text: string, event: Event | undefined): boolean {
  if (event === undefined) return false
  const [, side, name] = /^\*?\s*(FROM|TO) CLIP NAME:\s*(.+)$/i.exec(text) ?? []
  if (side !== undefined && name !== undefined) event.names = { ...event.names, [side.toLowerCase()]: name.trim() }
  const speed = /^M2\s+(?:.*\s)?([-+]?\d{1,4}(?:\.\d+)?)\s+\d{1,2}[:;.]\S+$/i.exec(text)?.[1]
  if (speed !== undefined) event.speed = Number(speed)
  return name !== undefined || speed !== undefined
}

/** `sharedLength` is how many of its frames the next clip shows as well. */
type TailEvent = Event & { readonly sharedLength?: number }

/**
 * Handles an event of no length before a dissolve or wipe with the same number: it names the outgoing clip, which stays
 * visible for the length of the transition.
 */
function withTail(event: Event, next: Event | undefined): TailEvent {
  const isTail =
    event.isPicture &&
    event.sourceIn === event.sourceOut &&
    next?.isTransition === true &&
    next.number === event.number &&
    next.transitionLength > 0
  if (!isTail) return event
  const from = event.names.from ?? next.names.from
  const names = { ...event.names, ...(from !== undefined && { from }) }
  const sourceOut = event.sourceIn + next.transitionLength
  // A clip that fades to black shares no frames.
  return { ...event, sourceOut, names, sharedLength: next.isPicture ? next.transitionLength : 0 }
}

/** Returns the clip of an event; none for events without picture and for empty ones, kept only for their comments. */
function toClip(event: TailEvent, rate: RationalRate): Result<readonly CutClip[], FileProblem> {
  const { line, column, reel, names, isTransition, isPicture } = event
  if (!isPicture) return ok([])
  const source = toSource(event)
  if (source === undefined) return problemAt({ line, column }, 'The source ends before it begins.')
  const [frameIn, end] = source
  if (end === frameIn) return ok([])
  // A dissolve or wipe event is about the incoming clip.
  const name = (isTransition ? names.to : undefined) ?? names.from ?? names.to ?? reel
  if (name === '') return problemAt({ line, column: 1 }, 'This event has neither a reel nor a clip name.')
  const base = Math.round(rate.numerator / rate.denominator)
  const isRetimed = event.speed !== undefined && Math.round(event.speed) !== base
  const left = isRetimed ? [`Retimed to ${event.speed} fps: the range is that of the source.`] : []
  return ok([
    {
      name,
      line,
      frameIn,
      frameOut: end - 1,
      rate,
      ...(left.length > 0 && { left }),
      ...(event.sharedLength !== undefined && { shared: { before: 0, behind: event.sharedLength } }),
    },
  ])
}

/**
 * Returns the source frames, start first, end excluded; undefined if the end comes before the start without a reason.
 */
function toSource({
  sourceIn,
  sourceOut,
  nextDayOut,
  recordLength,
  speed = 1,
}: Event): readonly [number, number] | undefined {
  // A freeze frame lasts as long as its record.
  if (speed === 0 && sourceIn === sourceOut) return [sourceIn, sourceIn + recordLength]
  if (sourceIn <= sourceOut) return [sourceIn, sourceOut]
  if (speed < 0) return [sourceOut, sourceIn]
  // Timecode restarts at midnight: the source passed it if its length then equals the recorded one.
  return nextDayOut - sourceIn === recordLength ? [sourceIn, nextDayOut] : undefined
}
