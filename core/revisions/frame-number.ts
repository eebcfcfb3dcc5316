import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'

/** The numbers a film's first frame may have. */
const firstFrameLimits = { min: 0, max: 10_000_000 } as const

/** The number of a film's first frame for people: its own, else its item's, else its project's, else 1. */
export function firstFrameOf(
  item: { readonly firstFrame: number | undefined } | undefined,
  project: { readonly firstFrame: number | undefined } | undefined,
  media?: { readonly firstFrame: number | undefined },
): number {
  return media?.firstFrame ?? item?.firstFrame ?? project?.firstFrame ?? 1
}

/** Reads the number of a first frame as it is typed: nothing for an empty text; an error says what it may be. */
export function parseFirstFrame(text: string): Result<number | undefined> {
  const typed = text.trim()
  if (typed === '') return ok(undefined)
  const number = /^\d+$/.test(typed) ? Number(typed) : NaN
  if (number >= firstFrameLimits.min && number <= firstFrameLimits.max) return ok(number)
  return err(new AppError('invalid-input', `A first frame is a whole number from 0 to 10,000,000, not "${typed}".`))
}

/** The frame counter, padded so that it does not jump: `0012 / 0240`, or `1012 / 1240` where the first frame is 1001. */
export function formatFrameCounter(frame: number, frameCount: number, firstFrame = 1): string {
  const last = firstFrame + frameCount - 1
  const width = Math.max(4, String(last).length)
  return `${String(firstFrame + frame).padStart(width, '0')} / ${String(last).padStart(width, '0')}`
}
