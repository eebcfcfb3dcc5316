import type { FrameRate } from '#core/revisions/frame-rate.ts'
import { makeFilmTimecode } from '#core/revisions/timecode.ts'

/** How moments of a film are written: as a frame number or a timecode. */
export const timeForms = ['frame', 'timecode'] as const
export type TimeForm = (typeof timeForms)[number]

/** A film's time base: its rate, the number of its first frame for people, and its start timecode. */
export type FilmTime = {
  readonly rate: FrameRate
  readonly firstFrame: number
  readonly startTimecode?: string | undefined
}

/** Formats a film's frame, counted from 0: `frame 1013`, or `00:00:05:12` as in the player. */
export function formatMoment(frame: number, { rate, firstFrame, startTimecode }: FilmTime, form: TimeForm): string {
  return form === 'frame' ? `frame ${firstFrame + frame}` : makeFilmTimecode(rate, startTimecode).format(frame)
}

/** Formats a range of frames, counted from 0 and inclusive: `1013–1020`. */
export function formatRange({ from, to }: { readonly from: number; readonly to: number }, firstFrame: number): string {
  return `${firstFrame + from}–${firstFrame + to}`
}

/** Parses `1013`, `frame 1013` or a timecode to a film's frame, counted from 0; it may lie outside the film. */
export function parseMoment(text: string, { rate, firstFrame, startTimecode }: FilmTime): number | undefined {
  const number = /^(?:f|frame)?\s*(\d+)$/i.exec(text.trim())?.[1]
  return number === undefined ? makeFilmTimecode(rate, startTimecode).parse(text.trim()) : Number(number) - firstFrame
}
