import type { FrameRate } from '#core/revisions/frame-rate.ts'
import { makeFilmTimecode } from '#core/revisions/timecode.ts'

/** How moments of a film are written: by the number of the frame, or by its timecode. */
export const timeForms = ['frame', 'timecode'] as const
export type TimeForm = (typeof timeForms)[number]

/** What a film counts by: its rate, the number of its first frame for people, and the timecode it begins with. */
export type FilmTime = {
  readonly rate: FrameRate
  readonly firstFrame: number
  readonly startTimecode?: string | undefined
}

/** A frame of a film, from 0, in words: `frame 1013`, or `00:00:05:12` as the player says it. */
export function formatMoment(frame: number, { rate, firstFrame, startTimecode }: FilmTime, form: TimeForm): string {
  return form === 'frame' ? `frame ${firstFrame + frame}` : makeFilmTimecode(rate, startTimecode).format(frame)
}

/** Frames of a film, from 0 and both of them in it, in words: `1013–1020`. */
export function formatRange({ from, to }: { readonly from: number; readonly to: number }, firstFrame: number): string {
  return `${firstFrame + from}–${firstFrame + to}`
}

/** The frame of a film, from 0, that `1013`, `frame 1013` or a timecode means; it may lie outside the film. */
export function parseMoment(text: string, { rate, firstFrame, startTimecode }: FilmTime): number | undefined {
  const number = /^(?:f|frame)?\s*(\d+)$/i.exec(text.trim())?.[1]
  return number === undefined ? makeFilmTimecode(rate, startTimecode).parse(text.trim()) : Number(number) - firstFrame
}
