import { dialogControls, type ControlNames } from './control-names.ts'
import type { ItemValues } from './import-row.ts'
import type { ItemColumn } from './sheet-fields.ts'

/** What the cells of a row say of frames; `null` takes a value away. */
export type FrameCells = {
  readonly [
    Field in 'frame in' | 'frame out' | 'handle in' | 'handle out' | 'frames' | 'handles' | 'head in' | 'tail out'
  ]?: number | null
}

type Frames = Pick<ItemValues, 'frameIn' | 'frameOut' | 'handleIn' | 'handleOut'>
type Read = { readonly values: Frames; readonly unused: readonly (readonly [ItemColumn, string])[] }

/**
 * The range and handles that cells say: a length fills in the end that is missing, a head and a tail become handles. What
 * says something else than the range, or nothing without one, is not used.
 */
export function toFrameValues(
  cells: FrameCells,
  {
    firstFrame,
    controls = dialogControls,
  }: { readonly firstFrame?: number | undefined; readonly controls?: ControlNames | undefined },
): Read {
  const { frames, handles } = cells
  const unused: (readonly [ItemColumn, string])[] = []
  const first =
    cells['frame in'] ?? (typeof frames === 'number' && cells['frame out'] === undefined ? firstFrame : undefined)
  const range =
    typeof frames === 'number' && frames > 0
      ? fill(first, cells['frame out'], frames)
      : [cells['frame in'], cells['frame out']]
  const [frameIn, frameOut] = range
  if (typeof frames === 'number') {
    if (typeof frameIn !== 'number' || typeof frameOut !== 'number')
      unused.push(['frames', `A length without a first frame says no range: ${controls.firstFrame}.`])
    else if (frameOut - frameIn + 1 !== frames)
      unused.push(['frames', 'It is not the length of the range, which counts.'])
  }
  const beside = (outer: number | null | undefined, inner: number): number | undefined =>
    typeof outer === 'number' && inner >= 0 ? inner : undefined
  const before = typeof frameIn === 'number' ? beside(cells['head in'], frameIn - (cells['head in'] ?? 0)) : undefined
  const after =
    typeof frameOut === 'number' ? beside(cells['tail out'], (cells['tail out'] ?? 0) - frameOut) : undefined
  if (typeof cells['head in'] === 'number' && before === undefined)
    unused.push(['head in', 'There is no range that it lies before.'])
  if (typeof cells['tail out'] === 'number' && after === undefined)
    unused.push(['tail out', 'There is no range that it lies behind.'])
  const values = {
    frameIn,
    frameOut,
    handleIn: cells['handle in'] ?? before ?? handles ?? cells['handle in'],
    handleOut: cells['handle out'] ?? after ?? handles ?? cells['handle out'],
  }
  // Only what is said is kept.
  return {
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Frames,
    unused,
  }
}

type End = number | null | undefined

function fill(first: End, last: End, frames: number): readonly [End, End] {
  if (typeof first === 'number' && typeof last !== 'number') return [first, first + frames - 1]
  if (typeof last === 'number' && typeof first !== 'number') return [last - frames + 1, last]
  return [first, last]
}
