import { dialogControls, type ControlNames } from './control-names.ts'
import type { ItemValues } from './import-row.ts'
import type { ItemColumn } from './sheet-fields.ts'

type FrameField = 'frame in' | 'frame out' | 'handle in' | 'handle out' | 'frames' | 'handles' | 'head in' | 'tail out'

/** The frame cells of a row; `null` clears a value. */
export type FrameCells = { readonly [Field in FrameField]?: number | null } & {
  /** Both ends in one cell: `1001-1048`. */
  readonly 'frame range'?: readonly [number, number]
}

/** Reads both ends of a range in one cell, with its length if that agrees: `1001-1048 (48)`; undefined if it is none. */
export function readFrameRange(text: string): readonly [number, number] | undefined {
  const [, first, last, length] = rangeForm.exec(text.trim()) ?? []
  if (first === undefined || last === undefined) return undefined
  const isAgreed = length === undefined || Number(length) === Number(last) - Number(first) + 1
  return isAgreed ? [Number(first), Number(last)] : undefined
}

const rangeForm =
  /^\[?\s*(-?\d{1,9})\s*(?:-|–|—|\.\.+|→|to)\s*(-?\d{1,9})\s*\]?(?:\s*[([]\s*(\d{1,9})\s*(?:f|fr|frames|images|bilder)?\s*[)\]])?$/i

type Taken = { -readonly [Field in keyof FrameCells]: FrameCells[Field] }

/** Adds a cell's value to the frames of its row; returns what is wrong with it, if anything. */
export function addFrameCell(
  frames: Taken,
  field: keyof FrameCells,
  { text, isBlankClear }: { readonly text: string; readonly isBlankClear: boolean },
): string | undefined {
  if (field === 'frame range') {
    const range = readFrameRange(text)
    if (range !== undefined) frames[field] = range
    else if (text === '' && isBlankClear) {
      // Cells for the first and last frame alone take precedence.
      if (frames['frame in'] === undefined) frames['frame in'] = null
      if (frames['frame out'] === undefined) frames['frame out'] = null
    }
    return text === '' || range !== undefined ? undefined : `"${text}" is not a range of frames: write 1001-1048.`
  }
  if (text === '' && isBlankClear) frames[field] = null
  if (text === '') return undefined
  // Some systems write whole numbers with a zero after the decimal point or comma.
  const whole = text.replace(/(?:\.0+|,00?)$/, '')
  if (!/^-?\d{1,9}$/.test(whole)) return `"${text}" is not a frame number: write a whole number.`
  if (Number(whole) < 0 && field.startsWith('handle'))
    return `"${text}" is not a handle length: write a whole number from 0.`
  frames[field] = Number(whole)
  return undefined
}

type Frames = Pick<ItemValues, 'frameIn' | 'frameOut' | 'handleIn' | 'handleOut'>
type Read = { readonly values: Frames; readonly unused: readonly (readonly [ItemColumn, string])[] }

/**
 * Works out the range and handles: a length fills in the missing end, a head and a tail become handles. Cells that
 * contradict the range, or need one that is missing, are returned as unused.
 */
export function toFrameValues(
  given: FrameCells,
  {
    firstFrame,
    controls = dialogControls,
  }: { readonly firstFrame?: number | undefined; readonly controls?: ControlNames | undefined },
): Read {
  const cells = withRange(given)
  const { frames, handles } = cells
  const unused: (readonly [ItemColumn, string])[] = []
  if (cells['frame range'] !== undefined)
    unused.push(['frame range', 'The range does not enclose the cut in and cut out beside it; those were used.'])
  const first =
    cells['frame in'] ?? (typeof frames === 'number' && cells['frame out'] === undefined ? firstFrame : undefined)
  const range =
    typeof frames === 'number' && frames > 0
      ? fill(first, cells['frame out'], frames)
      : [cells['frame in'], cells['frame out']]
  const [frameIn, frameOut] = range
  if (typeof frames === 'number') {
    if (typeof frameIn !== 'number' || typeof frameOut !== 'number')
      unused.push(['frames', `A length needs a first frame: ${controls.firstFrame}.`])
    else if (frameOut - frameIn + 1 !== frames)
      unused.push(['frames', 'It differs from the length of the frame range, which was used.'])
  }
  const beside = (outer: number | null | undefined, inner: number): number | undefined =>
    typeof outer === 'number' && inner >= 0 ? inner : undefined
  const before = typeof frameIn === 'number' ? beside(cells['head in'], frameIn - (cells['head in'] ?? 0)) : undefined
  const after =
    typeof frameOut === 'number' ? beside(cells['tail out'], (cells['tail out'] ?? 0) - frameOut) : undefined
  if (typeof cells['head in'] === 'number' && before === undefined)
    unused.push(['head in', 'No frame range starts after it.'])
  if (typeof cells['tail out'] === 'number' && after === undefined)
    unused.push(['tail out', 'No frame range ends before it.'])
  const values = {
    frameIn,
    frameOut,
    handleIn: cells['handle in'] ?? before ?? handles ?? cells['handle in'],
    handleOut: cells['handle out'] ?? after ?? handles ?? cells['handle out'],
  }
  // Undefined values would count as changes.
  return {
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Frames,
    unused,
  }
}

/**
 * Uses a range in one cell as the item's, or as its handles if other cells give the item's; leaves it if it is neither.
 */
function withRange(given: FrameCells): FrameCells {
  const { 'frame range': range, ...cells } = given
  if (range === undefined) return cells
  const [first, last] = range
  const { 'frame in': frameIn, 'frame out': frameOut } = cells
  if (typeof frameIn !== 'number' && typeof frameOut !== 'number')
    return { ...cells, 'frame in': first, 'frame out': last }
  const isAround = typeof frameIn === 'number' && typeof frameOut === 'number' && first <= frameIn && last >= frameOut
  return isAround ? { 'head in': first, 'tail out': last, ...cells } : given
}

type End = number | null | undefined

function fill(first: End, last: End, frames: number): readonly [End, End] {
  if (typeof first === 'number' && typeof last !== 'number') return [first, first + frames - 1]
  if (typeof last === 'number' && typeof first !== 'number') return [last - frames + 1, last]
  return [first, last]
}
