import type { ItemRow } from '#core/schema/items.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'

/** Frames of a film, from 0, both of them in it. */
export type FrameSpan = { readonly from: number; readonly to: number }

type InCut = Pick<ReviewEntryRow, 'cutIn' | 'cutOut' | 'handleIn' | 'handleOut'>
type Numbered = Pick<ItemRow, 'frameIn' | 'handleIn'>

/**
 * The number the studio gives the first frame of an item's films: that of the cut, less the handles they come with. Without
 * a place in the cut it is 1, as people count.
 */
export function firstNumberOf(item: Numbered | undefined): number {
  return item?.frameIn === undefined ? 1 : item.frameIn - (item.handleIn ?? 0)
}

/** The part of a film that a session looks at: its place in the cut with the handles that are wanted, else all of it. */
export function spanOf(entry: InCut, item: Numbered | undefined, frameCount: number): FrameSpan {
  const whole = { from: 0, to: Math.max(0, frameCount - 1) }
  const { cutIn, cutOut, handleIn, handleOut } = entry
  if (cutIn === undefined || cutOut === undefined) return whole
  const first = item?.frameIn === undefined ? cutIn - handleIn : firstNumberOf(item)
  const from = Math.max(whole.from, cutIn - handleIn - first)
  const to = Math.min(whole.to, cutOut + handleOut - first)
  // A film that is not long enough for its place in the cut, or of another numbering, is seen whole.
  return from > to ? whole : { from, to }
}

/** What is burnt in over a frame: `1013 / 1001–1096`. */
export function frameNumberText(frame: number, item: Numbered | undefined, frameCount: number): string {
  const first = firstNumberOf(item)
  return `${first + frame} / ${first}–${first + Math.max(0, frameCount - 1)}`
}
