import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'

/** The limits of a film's first frame number. */
const firstFrameLimits = { min: 0, max: 10_000_000 } as const

type Numbered = { readonly firstFrame: number | undefined }

/** An item's place in the cut. */
type InCut = { readonly frameIn?: number | undefined; readonly handleIn?: number | undefined }

/** Returns the number that the cut gives the first frame of an item's films: its first frame minus its handle. */
export function cutNumberOf({ frameIn, handleIn = 0 }: InCut): number | undefined {
  return frameIn === undefined ? undefined : frameIn - handleIn
}

/**
 * Returns the number of a film's first frame for people: its own, else its item's, its project's, that of its place in
 * the cut, or 1.
 */
export function firstFrameOf(
  item: (Numbered & InCut) | undefined,
  project: Numbered | undefined,
  media?: Numbered,
): number {
  return media?.firstFrame ?? item?.firstFrame ?? project?.firstFrame ?? cutNumberOf(item ?? {}) ?? 1
}

/** Parses a typed first frame number; undefined for empty text; an error gives the limits. */
export function parseFirstFrame(text: string): Result<number | undefined> {
  const typed = text.trim()
  if (typed === '') return ok(undefined)
  const number = /^\d+$/.test(typed) ? Number(typed) : NaN
  if (number >= firstFrameLimits.min && number <= firstFrameLimits.max) return ok(number)
  return err(new AppError('invalid-input', `A first frame is a whole number from 0 to 10,000,000, not "${typed}".`))
}

/** Formats the frame counter with a fixed width: `0012 / 0240`, or `1012 / 1240` if the first frame is 1001. */
export function formatFrameCounter(frame: number, frameCount: number, firstFrame = 1): string {
  const last = firstFrame + frameCount - 1
  const width = Math.max(4, String(last).length)
  return `${String(firstFrame + frame).padStart(width, '0')} / ${String(last).padStart(width, '0')}`
}
