import { dialogControls } from './control-names.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { Sheet } from './csv.ts'
import type { FrameCells } from './frame-cells.ts'
import { parseRationalRate } from './rational-rate.ts'
import type { SheetColumn } from './sheet-column.ts'
import { isTimecode, toFrame, type Counted } from './timecode-cells.ts'
import { normalize } from './title-words.ts'

/** A row's positions in the cut, as written: timecodes or whole numbers, the end being the frame after the last one. */
export type RecordCells = { 'record in'?: string; 'record out'?: string }

/** Adds a cell to its row's positions; returns what is wrong with it, if anything. */
export function addRecordCell(record: RecordCells, field: keyof RecordCells, text: string): string | undefined {
  if (text === '') return undefined
  record[field] = text
  return /^\d{1,9}$/.test(text) || isTimecode(text) ? undefined : `"${text}" is neither a timecode nor a frame.`
}

const unused = 'the length is left out'

/**
 * Adds the length of a row's positions in the cut, unless it has frames or a length of its own: as in an edit decision
 * list, where a shot lies in the cut says nothing about its own frames.
 */
export function withRecord(
  frames: FrameCells,
  record: RecordCells,
  counted: Counted,
): { readonly cells: FrameCells; readonly left: readonly string[]; readonly isUsed: boolean } {
  const has = (field: keyof FrameCells): boolean => frames[field] !== undefined && frames[field] !== null
  const isKnown = has('frames') || has('frame range') || (has('frame in') && has('frame out'))
  const { length, left } = isKnown ? noLength : readRecordLength(record, counted)
  return { cells: length === undefined ? frames : { ...frames, frames: length }, left, isUsed: length !== undefined }
}

type RecordLength = { readonly length: number | undefined; readonly left: readonly string[] }
const noLength: RecordLength = { length: undefined, left: [] }

/** Reads how many frames a row lasts in the cut, or why that cannot be said. */
export function readRecordLength(
  { 'record in': first, 'record out': end }: RecordCells,
  { frameRate, rate: given, controls = dialogControls }: Counted,
): RecordLength {
  if (first === undefined || end === undefined) return noLength
  const rate = parseRationalRate(frameRate ?? '') ?? given
  const [from, to] = [first, end].map((text) =>
    /^\d{1,9}$/.test(text) ? Number(text) : toFrame(text, rate, { controls, unused }),
  )
  if (typeof from !== 'number' || typeof to !== 'number')
    return { length: undefined, left: [from, to].filter((each) => typeof each === 'string') }
  return to > from
    ? { length: to - from, left: [] }
    : { length: undefined, left: [`"${end}" is not after "${first}"; ${unused}.`] }
}

type Ends = { readonly inAt: number; readonly outAt: number }

/** Finds columns of timecodes whose headings say neither that they are positions in the cut nor that they are frames. */
function findEnds(
  { header, records }: Sheet,
  columns: readonly SheetColumn[],
  mapping: ColumnMapping,
): Ends | undefined {
  const mapped = new Set(mapping.map(([, theirs]) => normalize(theirs)))
  const [inAt, outAt] = (['frame in', 'frame out'] as const).map((field) =>
    columns.findIndex((column) => column.kind === 'item' && column.field === field),
  )
  if (inAt === undefined || outAt === undefined || inAt === -1 || outAt === -1) return undefined
  const isSaid = [inAt, outAt].some((at) => {
    const title = normalize(header[at] ?? '')
    return mapped.has(title) || /^(?:frame|source|src)\b/.test(title)
  })
  const ends = listEnds({ records }, { inAt, outAt })
  const isOfTimes = ends.length > 1 && ends.flat().every(isTimecode)
  return isSaid || !isOfTimes ? undefined : { inAt, outAt }
}

/** Lists both ends of the rows that have any. */
function listEnds({ records }: Pick<Sheet, 'records'>, { inAt, outAt }: Ends): readonly (readonly [string, string])[] {
  return records
    .map(({ cells }) => [(cells[inAt] ?? '').trim(), (cells[outAt] ?? '').trim()] as const)
    .filter(([first, last]) => first !== '' || last !== '')
}

/** How a sheet's timecodes lie in the cut: each row begins where the one before ends, or somewhere after it. */
function findOrder({ records }: Sheet, ends: Ends): 'joined' | 'rising' | undefined {
  const written = listEnds({ records }, ends)
  const pairs = written.slice(1).map(([first], at) => [written[at]?.[1] ?? '', first] as const)
  // Whole hours after midnight are where programs begin a cut.
  if (!/^(?!00)\d{2}[:;]00[:;]00[:;]00$/.test(written[0]?.[0] ?? '')) return undefined
  const plain = (text: string): string => text.replaceAll(';', ':')
  if (pairs.every(([end, first]) => end === first)) return 'joined'
  return pairs.every(([end, first]) => plain(end) <= plain(first)) ? 'rising' : undefined
}

/**
 * Reads columns of first and last frames as positions in the cut if their timecodes run on from a whole hour without a
 * gap. If there are gaps, they stay frames, and a note says what they could be.
 */
export function withRecordColumns(
  sheet: Sheet,
  columns: readonly SheetColumn[],
  mapping: ColumnMapping,
): { readonly columns: readonly SheetColumn[]; readonly notes: readonly string[] } {
  const { header, records } = sheet
  const isOf = (field: string) => columns.findIndex((column) => column.kind === 'item' && column.field === field)
  const titleOf = (at: number): string => `"${header[at] ?? ''}"`
  const [recordIn, recordOut] = [isOf('record in'), isOf('record out')]
  if (recordIn !== -1 && recordOut !== -1) {
    const note = `Columns ${titleOf(recordIn)} and ${titleOf(recordOut)} are positions in the cut: of these, only the lengths are used, for rows without frames or a length.`
    return { columns, notes: [note] }
  }
  const ends = findEnds(sheet, columns, mapping)
  const order = ends && findOrder(sheet, ends)
  if (ends === undefined || order === undefined) return { columns, notes: [] }
  const { inAt, outAt } = ends
  const start = listEnds({ records }, ends)[0]?.[0] ?? ''
  if (order === 'rising') {
    const note = `Column ${titleOf(inAt)} begins at ${start} and rises: if its timecodes are positions in the cut, not frames of the shots, map it to record in, and ${titleOf(outAt)} to record out.`
    return { columns, notes: [note] }
  }
  const note = `Columns ${titleOf(inAt)} and ${titleOf(outAt)} run on from ${start}, so they are read as positions in the cut, of which only the lengths are used. If they are frames of the shots, map them to frame in and frame out.`
  return {
    columns: columns.map((column, at): SheetColumn => {
      if (at === inAt) return { kind: 'item', field: 'record in' }
      return at === outAt ? { kind: 'item', field: 'record out' } : column
    }),
    notes: [note],
  }
}
