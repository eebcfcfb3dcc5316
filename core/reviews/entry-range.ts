import { cutNumberOf } from '#core/revisions/frame-number.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'

/** A range of a film's frames, counted from 0 and inclusive. */
export type FrameSpan = { readonly from: number; readonly to: number }

type InCut = Pick<ReviewEntryRow, 'cutIn' | 'cutOut' | 'handleIn' | 'handleOut'>
type Numbered = Pick<ItemRow, 'frameIn' | 'handleIn'>

/** Returns the part of a film that a session shows: its frame range in the cut plus handles, else all of it. */
export function spanOf(entry: InCut, item: Numbered | undefined, frameCount: number): FrameSpan {
  const whole = { from: 0, to: Math.max(0, frameCount - 1) }
  const { cutIn, cutOut, handleIn, handleOut } = entry
  if (cutIn === undefined || cutOut === undefined) return whole
  const first = cutNumberOf(item ?? {}) ?? cutIn - handleIn
  const from = Math.max(whole.from, cutIn - handleIn - first)
  const to = Math.min(whole.to, cutOut + handleOut - first)
  // A film too short for its range in the cut, or numbered differently, is shown whole.
  return from > to ? whole : { from, to }
}

/** Returns the burn-in text of a frame: `1013 / 1001–1096`. */
export function frameNumberText(frame: number, first: number, frameCount: number): string {
  return `${first + frame} / ${first}–${first + Math.max(0, frameCount - 1)}`
}
