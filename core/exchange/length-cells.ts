import { dialogControls } from './control-names.ts'
import { toTitle, type Sheet } from './csv.ts'
import { foreignFields } from './foreign-columns.ts'
import type { FrameCells } from './frame-cells.ts'
import { listTexts } from './option-columns.ts'
import { parseRationalRate, type RationalRate } from './rational-rate.ts'
import { readLength, readLengthTitle, type Length, type LengthUnit } from './read-length.ts'
import type { SheetColumn } from './sheet-column.ts'
import { describeTimecodes, formatFps, toFrame, type Counted } from './timecode-cells.ts'
import { normalize } from './title-words.ts'

/** A length in a cell that is not a plain number of frames. */
export type LengthCell = { readonly text: string; readonly unit: LengthUnit }

/** Returns a cell of a column of lengths to be converted; undefined if it is empty, or a number of frames. */
export function toLengthCell(text: string, unit: LengthUnit = 'frames'): LengthCell | undefined {
  if (text === '' || (unit === 'frames' && /^-?\d+(?:\.0+|,00?)?$/.test(text))) return undefined
  // Other texts are reported as no number of frames.
  return unit === 'frames' && (readLength(text, unit) === undefined || /^[\d.,]+$/.test(text))
    ? undefined
    : { text, unit }
}

/** Tells whether a length counts frames only at some frame rate. */
function isTimed(length: Length): boolean {
  return length.seconds > 0 || length.timecodes.length > 0
}

/** Tells whether a cell of a column of lengths needs a frame rate. */
export function needsRateAsLength(text: string, unit: LengthUnit = 'frames'): boolean {
  const length = readLength(text, unit)
  return typeof length === 'object' && isTimed(length)
}

const unused = 'the length is left out'

/** Adds a row's length to its frames, at the row's rate, else at the given one; `left` says why it cannot be. */
export function withLength(
  frames: FrameCells,
  cell: LengthCell | undefined,
  { frameRate, rate: given, controls = dialogControls }: Counted,
): { readonly cells: FrameCells; readonly left: readonly string[] } {
  if (cell === undefined) return { cells: frames, left: [] }
  const { text, unit } = cell
  const length = readLength(text, unit) ?? `"${text}" is not a length`
  if (typeof length === 'string') return { cells: frames, left: [`${length}; ${unused}.`] }
  const rate = parseRationalRate(frameRate ?? '') ?? given
  if (isTimed(length) && rate === undefined) {
    const said = `"${text}" is a time, and its frame rate is unknown: ${controls.sheetRate}; ${unused}.`
    return { cells: frames, left: [said] }
  }
  let sum = length.frames + (rate === undefined ? 0 : countFrames(length.seconds, rate))
  for (const timecode of length.timecodes) {
    const frame = toFrame(timecode, rate, { controls, unused })
    if (typeof frame === 'string') return { cells: frames, left: [frame] }
    sum += frame
  }
  return { cells: { ...frames, frames: sum }, left: [] }
}

function countFrames(seconds: number, { numerator, denominator }: RationalRate): number {
  return Math.round((seconds * numerator) / denominator)
}

/**
 * Returns what a column is whose heading may mean a length: a length, if any of its cells is one. Undefined if it holds
 * none.
 */
export function readLengthColumn(
  { title, written }: { readonly title: string; readonly written: string },
  texts: readonly string[],
  explainNoRate: () => string | undefined,
): SheetColumn | undefined {
  const isOfFrames = title === 'frames' || foreignFields.get(title) === 'frames'
  const said = readLengthTitle(written) ?? readLengthTitle(title)
  const unit = isOfFrames && (said === undefined || said === 'unsaid') ? 'frames' : said
  if (unit === undefined) return undefined
  const lengths = texts.map((text) => readLength(text, unit))
  if (lengths.every((length) => length === undefined)) return undefined
  if (!isOfFrames && lengths.every((length) => typeof length !== 'object')) {
    const isOfNumbers = texts.every((text) => /^[\d.,]+$/.test(text))
    const reason = isOfNumbers
      ? 'Its numbers may be frames or seconds: name it Frames or Duration (s), or map it to frames if they are.'
      : 'Its cells could mean different lengths: write 2.5 s or 00:00:02:12, or name the unit, as in Duration (s).'
    return { kind: 'left', reason, isHomeless: true }
  }
  const noRate = texts.every((text) => needsRateAsLength(text, unit)) ? explainNoRate() : undefined
  if (noRate !== undefined) return { kind: 'left', reason: noRate, isHomeless: true, needsRate: true }
  return { kind: 'item', field: 'frames', ...(unit !== 'frames' && { unit }) }
}

/** Rewrites the spreadsheet's own times in columns of lengths as seconds: `132 s` for `00:02:12`. */
export function withSpreadsheetTimes(sheet: Sheet, lengths: ReadonlySet<string>): Sheet {
  const { header, records } = sheet
  const timed = new Set(records.flatMap(({ times = new Map<number, number>() }) => [...times.keys()]))
  const isLength = (text: string): boolean => readLengthTitle(text) !== undefined || lengths.has(normalize(text))
  // The headings may be below the first line.
  const titles = new Map(
    [...timed].flatMap((at) => {
      const lines = [header, ...records.map(({ cells }) => cells)]
      const title = lines.map((cells) => cells[at] ?? '').find(isLength)
      return title === undefined ? [] : [[at, toTitle(title)] as const]
    }),
  )
  const columns = [...titles.keys()]
  if (columns.length === 0) return sheet
  const notes = [...titles].map(([at, title]) => {
    const [first] = records.filter(({ times }) => times?.has(at))
    const example = `${first?.cells[at] ?? ''} is ${first?.times?.get(at) ?? 0} s`
    return `Column "${title}" holds times, read as hours, minutes and seconds: ${example}.`
  })
  return {
    ...sheet,
    records: records.map((record) => ({
      ...record,
      cells: record.cells.map((cell, at) => {
        const seconds = columns.includes(at) ? record.times?.get(at) : undefined
        return seconds === undefined ? cell : `${seconds} s`
      }),
    })),
    notes: [...(sheet.notes ?? []), ...notes],
  }
}

/** Describes how columns of timecodes and of lengths are converted. */
export function describeTimes(sheet: Sheet, columns: readonly SheetColumn[], counted: Counted): readonly string[] {
  return [...describeTimecodes(sheet, columns, counted), ...describeLengths(sheet, columns, counted.rate)]
}

/** Describes how columns of lengths are converted. */
function describeLengths(
  { header, records }: Sheet,
  columns: readonly SheetColumn[],
  rate: RationalRate | undefined,
): readonly string[] {
  const hasRates = columns.some(
    (column, at) => column.kind === 'item' && column.field === 'frame rate' && listTexts(records, at).length > 0,
  )
  const rates = [
    ...(hasRates ? ['at the row’s rate'] : []),
    ...(rate === undefined ? [] : [`at ${formatFps(rate)} fps`]),
  ]
  return columns.flatMap((column, at) => {
    if (column.kind !== 'item' || column.field !== 'frames') return []
    const { unit } = column
    const texts = listTexts(records, at)
    const count = (all: readonly string[]): string => (all.length === 1 ? '1 row' : `${all.length} rows`)
    const timed = texts.filter((text) => needsRateAsLength(text, unit))
    const feet = texts.filter((text) => /^\d+\+(?:0\d|1[0-5])$/.test(text) || (unit === 'feet' && /^\d+$/.test(text)))
    const name = `Column "${header[at] ?? ''}"`
    return [
      ...(timed.length > 0 && rates.length > 0
        ? [`${name} has times (${count(timed)}), which become frames ${rates.join(', else ')}, to the nearest frame.`]
        : []),
      ...(feet.length > 0 ? [`${name} has feet and frames (${count(feet)}), read as 16 frames to a foot.`] : []),
    ]
  })
}
