import { dialogControls, type ControlNames } from './control-names.ts'
import type { FrameCells } from './frame-cells.ts'
import { listTexts } from './option-columns.ts'
import type { Sheet } from './csv.ts'
import { canDropFrames, frameOfTimecode, parseRationalRate, type RationalRate } from './rational-rate.ts'
import type { SheetColumn } from './sheet-column.ts'

/** The timecodes in a row's cells for its first and last frame, as written. */
export type TimecodeCells = { 'frame in'?: string; 'frame out'?: string }

/** Adds a cell that holds a timecode; returns whether it does. */
export function addTimecode(timecodes: TimecodeCells, field: keyof FrameCells, text: string): boolean {
  if ((field !== 'frame in' && field !== 'frame out') || !isTimecode(text)) return false
  timecodes[field] = text
  return true
}

/** Tells whether a text has the form of a timecode; a semicolon means drop-frame. */
export function isTimecode(text: string): boolean {
  return /^\d{1,2}([:;])\d{2}\1\d{2}[:;]\d{2,3}$/.test(text)
}

/**
 * Tells whether a sheet's outs are the frame after the last one, as editorial programs write them: it has positions in
 * the cut too, or some row begins at the very timecode at which another ends.
 */
export function endsAfterLast({ records }: Pick<Sheet, 'records'>, columns: readonly SheetColumn[]): boolean {
  if (hasPositions(columns)) return true
  const [inAt, outAt] = (['frame in', 'frame out'] as const).map((field) =>
    columns.findIndex((column) => column.kind === 'item' && column.field === field),
  )
  if (inAt === undefined || outAt === undefined) return false
  const ends = records.map(({ cells }) => [(cells[inAt] ?? '').trim(), (cells[outAt] ?? '').trim()] as const)
  const begun = new Set(ends.flatMap(([first, last]) => (first === last ? [] : first)))
  return ends.some(([first, last]) => first !== last && isTimecode(last) && begun.has(last))
}

/** Tells whether a sheet says where its shots lie in the cut. */
function hasPositions(columns: readonly SheetColumn[]): boolean {
  return columns.some((column) => column.kind === 'item' && column.field === 'record out')
}

/** How a row's times become frames. */
export type Counted = {
  readonly frameRate?: string | null | undefined
  readonly rate?: RationalRate | undefined
  /** Whether the out is the frame after the last one, unless the length says otherwise. */
  readonly endsAfterLast?: boolean | undefined
  /** The frames it lasts in the cut. */
  readonly lengthInCut?: number | undefined
  readonly controls?: ControlNames | undefined
}

/**
 * Adds a row's timecodes to its frames, counted from midnight at the row's rate, else at the given one. A length says
 * whether the out is the last frame or the one after it. If a timecode cannot be converted, neither end is used, and
 * `left` says why.
 */
export function withTimecodes(
  frames: FrameCells,
  timecodes: TimecodeCells,
  { frameRate, rate: given, endsAfterLast: isUsual = false, lengthInCut, controls = dialogControls }: Counted,
): { readonly cells: FrameCells; readonly left: readonly string[] } {
  const rate = parseRationalRate(frameRate ?? '') ?? given
  const left: string[] = []
  const read = (text: string | undefined): number | undefined => {
    if (text === undefined) return undefined
    const frame = toFrame(text, rate, { controls, unused: 'the frame range is left out' })
    if (typeof frame === 'string') left.push(frame)
    return typeof frame === 'string' ? undefined : frame
  }
  const [first, last] = [read(timecodes['frame in']), read(timecodes['frame out'])]
  const length = first === undefined || last === undefined ? undefined : last - first
  const said = frames.frames ?? lengthInCut
  const isAfter = length === undefined ? isUsual : length === said || (isUsual && length !== 0 && said !== length + 1)
  const cells = {
    ...frames,
    ...(first !== undefined && { 'frame in': first }),
    ...(last !== undefined && { 'frame out': isAfter ? last - 1 : last }),
  }
  if (left.length > 0) {
    delete cells['frame in']
    delete cells['frame out']
  }
  return { cells, left }
}

/** Returns a timecode's frame, or why there is none. */
export function toFrame(
  text: string,
  rate: RationalRate | undefined,
  { controls, unused }: { readonly controls: ControlNames; readonly unused: string },
): number | string {
  if (rate === undefined)
    return `"${text}" is a timecode, and its frame rate is unknown: ${controls.sheetRate}; ${unused}.`
  const isDrop = text.includes(';')
  if (isDrop && !canDropFrames(rate))
    return `"${text}" is drop-frame, which exists only at 29.97 and 59.94 fps; the rate is ${formatFps(rate)}; ${unused}.`
  const frame = frameOfTimecode(text, rate, isDrop)
  return frame ?? `"${text}" is not a timecode at ${formatFps(rate)} fps${isDrop ? ', drop-frame' : ''}; ${unused}.`
}

/** Formats a rate to three decimals: `23.976`. */
export function formatFps({ numerator, denominator }: RationalRate): string {
  return String(Number((numerator / denominator).toFixed(3)))
}

/** Says why a column is not used, if all its cells are timecodes and nothing says how to count them. */
export function explainNoRate({ header, records }: Sheet, at: number, { rate, controls }: Counted): string | undefined {
  const texts = listTexts(records, at)
  if (texts.length === 0 || !texts.every(isTimecode)) return undefined
  return explainUnknownRate({ header, records }, 'timecodes', { rate, controls })
}

/** Says why a column of times is not used, if nothing gives their frame rate. */
export function explainUnknownRate(
  { header, records }: Sheet,
  what: 'timecodes' | 'times',
  { rate, controls = dialogControls }: Counted,
): string | undefined {
  if (rate !== undefined) return undefined
  const isGiven = header.some(
    (title, column) => /\b(fps|frame ?rate|frames per second)\b/i.test(title) && listTexts(records, column).length > 0,
  )
  return isGiven ? undefined : `Its cells are ${what}, and their frame rate is unknown: ${controls.sheetRate}.`
}

/** Describes how columns of timecodes are converted. */
export function describeTimecodes(
  { header, records }: Sheet,
  columns: readonly SheetColumn[],
  { rate, endsAfterLast: isUsual = false }: Counted,
): readonly string[] {
  const hasField = (field: string): boolean =>
    columns.some((column, at) => column.kind === 'item' && column.field === field && listTexts(records, at).length > 0)
  const fixed = rate === undefined ? [] : [`at ${formatFps(rate)} fps`]
  const rates = [...(hasField('frame rate') ? ['at the row’s rate'] : []), ...fixed]
  if (rates.length === 0) return []
  return columns.flatMap((column, at) => {
    if (column.kind !== 'item' || (column.field !== 'frame in' && column.field !== 'frame out')) return []
    const rows = listTexts(records, at).filter(isTimecode).length
    if (rows === 0) return []
    const ofCut = hasPositions(columns) ? 'in an edit decision list' : 'rows begin where others end'
    const last = column.field === 'frame out' ? describeEnds(isUsual ? ofCut : undefined, hasField('frames')) : ''
    const count = rows === 1 ? '1 row' : `${rows} rows`
    return [
      `Column "${header[at] ?? ''}" has timecodes (${count}), which become frames counted from midnight ${rates.join(', else ')}${last}.`,
    ]
  })
}

function describeEnds(after: string | undefined, hasLengths: boolean): string {
  if (after !== undefined) return `; each is read as the frame after the last one, as ${after}`
  return `; each is read as the last frame${hasLengths ? ', or as the one after it if the length says so' : ''}`
}
