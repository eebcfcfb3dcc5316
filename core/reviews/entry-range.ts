import { cutNumberOf } from '#core/revisions/frame-number.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'

/** Frames of a film, from 0, both of them in it. */
export type FrameSpan = { readonly from: number; readonly to: number }

type InCut = Pick<ReviewEntryRow, 'cutIn' | 'cutOut' | 'handleIn' | 'handleOut'>
type Numbered = Pick<ItemRow, 'frameIn' | 'handleIn'>

/** The part of a film that a session looks at: its place in the cut with the handles that are wanted, else all of it. */
export function spanOf(entry: InCut, item: Numbered | undefined, frameCount: number): FrameSpan {
  const whole = { from: 0, to: Math.max(0, frameCount - 1) }
  const { cutIn, cutOut, handleIn, handleOut } = entry
  if (cutIn === undefined || cutOut === undefined) return whole
  const first = cutNumberOf(item ?? {}) ?? cutIn - handleIn
  const from = Math.max(whole.from, cutIn - handleIn - first)
  const to = Math.min(whole.to, cutOut + handleOut - first)
  // A film that is not long enough for its place in the cut, or of another numbering, is seen whole.
  return from > to ? whole : { from, to }
}

/** What is burnt in over a frame: `1013 / 1001–1096`. */
export function frameNumberText(frame: number, first: number, frameCount: number): string {
  return `${first + frame} / ${first}–${first + Math.max(0, frameCount - 1)}`
}
