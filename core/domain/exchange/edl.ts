import { ok, type Result } from '#core/lib/result.ts'
import type { CutClip } from './cut.ts'
import { problemAt, type FileProblem } from './file-problem.ts'
import { canDropFrames, frameOfTimecode, type RationalRate } from './rational-rate.ts'

/** What a shot is called after: the name of its clip, or the reel where there is none. */
type Event = {
  readonly line: number
  readonly reel: string
  readonly frameIn: number
  readonly frameOut: number
  names: { from?: string; to?: string }
  readonly isTransition: boolean
}

// Event, reel, channels, kind with its length, then source in and out, record in and out (CMX 3600).
const eventLine =
  /^(\d{1,6})\s+(\S+)\s+(\S+)\s+(C|D|W\d*|K\s?[BO]?)\s*(\d{1,3})?\s+(\d\S*:\S+)\s+(\d\S*:\S+)\s+(\d\S*:\S+)\s+(\d\S*:\S+)\s*$/i

/**
 * Reads a CMX 3600 edit decision list at a rate, which such a list does not tell. Only picture counts; black is left out.
 * Timecode drops frames where `FCM: DROP FRAME` says so.
 */
export function parseEdl(text: string, rate: RationalRate): Result<readonly CutClip[], FileProblem> {
  let isDrop = false
  const events: Event[] = []
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1
    const trimmed = raw.trim()
    const mode = /^FCM:\s*(NON[- ]DROP|DROP)/i.exec(trimmed)?.[1]
    if (mode !== undefined) {
      isDrop = mode.toUpperCase() === 'DROP'
      if (isDrop && !canDropFrames(rate))
        return problemAt({ line, column: 1 }, 'Timecode drops frames at 29.97 and 59.94 only: pass the right --rate.')
    } else if (/^\d{1,6}\s/.test(trimmed)) {
      const event = readEvent(raw, line, { rate, isDrop })
      if (!event.ok) return event
      events.push(event.value)
    } else {
      readComment(trimmed, events.at(-1))
    }
  }
  if (events.length === 0)
    return problemAt({ line: 1, column: 1 }, 'There is no event of an edit decision list in here.')
  return ok(events.flatMap((event) => toClip(event, rate)))
}

type Timing = { readonly rate: RationalRate; readonly isDrop: boolean }

function readEvent(raw: string, line: number, { rate, isDrop }: Timing): Result<Event, FileProblem> {
  const found = eventLine.exec(raw.trim())
  if (found === null)
    return problemAt({ line, column: 1 }, 'An event has a number, a reel, a channel, a kind and four timecodes.')
  const [, , reel = '', channels = '', kind = '', , ...timecodes] = found
  const frames: number[] = []
  let from = 0
  for (const timecode of timecodes) {
    const at = raw.indexOf(timecode, from)
    from = at + timecode.length
    const frame = frameOfTimecode(timecode, rate, isDrop)
    if (frame === undefined)
      return problemAt(
        { line, column: at + 1 },
        `${timecode} is no timecode at this rate${isDrop ? ', with drop-frame' : ''}.`,
      )
    frames.push(frame)
  }
  const [sourceIn = 0, sourceOut = 0] = frames
  if (sourceOut < sourceIn)
    return problemAt({ line, column: raw.indexOf(timecodes[1] ?? '') + 1 }, 'The source ends before it begins.')
  const isPicture = /V|B|^NONE$/i.test(channels)
  const isEmpty = sourceOut === sourceIn || !isPicture || /^(BL|BLACK)$/i.test(reel)
  // An empty event, such as the first half of a dissolve, is kept for its comments alone.
  const frameOut = isEmpty ? sourceIn - 1 : sourceOut - 1
  return ok({ line, reel, frameIn: sourceIn, frameOut, names: {}, isTransition: /^[DW]/i.test(kind) })
}

function readComment(text: string, event: Event | undefined): void {
  const [, side, name] = /^\*?\s*(FROM|TO) CLIP NAME:\s*(.+)$/i.exec(text) ?? []
  if (event === undefined || side === undefined || name === undefined) return
  event.names = { ...event.names, [side.toLowerCase()]: name.trim() }
}

function toClip({ line, reel, frameIn, frameOut, names, isTransition }: Event, rate: RationalRate): readonly CutClip[] {
  if (frameOut < frameIn) return []
  // A dissolve or wipe brings in the clip it goes to.
  const name = (isTransition ? names.to : undefined) ?? names.from ?? names.to ?? reel
  return [{ name: stripEnding(name), line, frameIn, frameOut, rate }]
}

/** Clips are often named after their files. */
function stripEnding(name: string): string {
  return name.replace(/\.(mov|mp4|mxf|avi|exr|dpx|jpg|png|r3d|braw|ari)$/i, '')
}
