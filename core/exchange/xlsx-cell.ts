import { findChild, listChildren, type XmlElement } from './xml.ts'

/**
 * How a number is displayed: as a day or moment, as hours that may exceed a day, as a percentage, or with a minimum
 * number of digits between texts.
 */
type Format =
  | { readonly kind: 'day' | 'elapsed'; readonly hasSeconds: boolean }
  | { readonly kind: 'percent' | 'plain' }
  | { readonly kind: 'digits'; readonly count: number; readonly before: string; readonly behind: string }

/** Workbook data that cells refer to. */
export type CellContext = {
  readonly strings: readonly string[]
  /** By style index. */
  readonly formats: readonly Format[]
  /** Whether days count from 1904, as on old Macs. */
  readonly isSince1904: boolean
}

const plain: Format = { kind: 'plain' }

/** Reads the number formats of a workbook's styles, by style index. */
export function readFormats(styles: XmlElement | undefined): readonly Format[] {
  const codes = new Map(
    listChildren(findChild(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  )
  return listChildren(findChild(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0)
    return toFormat(id, codes.get(id))
  })
}

function toFormat(id: number, code: string | undefined): Format {
  // Built-in formats without a code (ECMA-376, 18.8.30): 14 to 22, 45, 47 and, in East Asia, 27 to 36 and 50 to 58 are
  // days.
  if (code === undefined && (id === 9 || id === 10)) return { kind: 'percent' }
  if (code === undefined && id === 46) return { kind: 'elapsed', hasSeconds: true }
  if (code === undefined)
    return (id >= 14 && id <= 22) || id === 45 || id === 47 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
      ? { kind: 'day', hasSeconds: id === 19 || id === 21 || id === 45 || id === 47 }
      : plain
  const digits = readDigits(code)
  if (digits !== undefined) return digits
  const signs = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/[0#?]%/.test(signs)) return { kind: 'percent' }
  const hasSeconds = /s/i.test(signs)
  if (/\[(?:h+|m+|s+)\]/i.test(signs)) return { kind: 'elapsed', hasSeconds }
  return /[ymdhs]/i.test(signs) && !/general/i.test(signs) ? { kind: 'day', hasSeconds } : plain
}

/**
 * Reads formats like `0000` or `"SH"0000`, used for shot numbers, where the displayed text is the name. Only the first
 * section counts.
 */
function readDigits(code: string): Format | undefined {
  const [first = ''] = /^(?:"[^"]*"|\\.|[^;"\\])*/.exec(code) ?? []
  // Strips colours and conditions, and space reserved for a sign.
  const plainly = first.replace(/\[[^\]]*\]|[_*]./g, '')
  const [, before, zeros, behind] = /^((?:"[^"]*"|\\.|[- ./])*)(0{2,})((?:"[^"]*"|\\.|[- ./])*)$/.exec(plainly) ?? []
  if (before === undefined || zeros === undefined || behind === undefined) return undefined
  const textOf = (part: string): string => part.replace(/"([^"]*)"|\\(.)/g, '$1$2')
  return { kind: 'digits', count: zeros.length, before: textOf(before), behind: textOf(behind) }
}

/** Reads a cell as text. */
export function readCell(cell: XmlElement, context: CellContext): string {
  const value = findChild(cell, 'v')?.text ?? ''
  switch (cell.attributes['t']) {
    case 's':
      return context.strings[Number(value)] ?? ''
    case 'inlineStr':
      return readCellText(findChild(cell, 'is'))
    case 'b':
      return value === '1' ? 'yes' : 'no'
    case 'str':
    case 'e':
      return value
    case 'd':
      return value.replace(/T00:00:00(\.0+)?Z?$/, '')
    default:
      return value === '' ? '' : readNumber(value, context.formats[Number(cell.attributes['s'] ?? 0)] ?? plain, context)
  }
}

/** Returns the seconds of a cell that holds a time and shows its seconds; undefined for any other. */
export function readTime(cell: XmlElement, { formats }: CellContext): number | undefined {
  const format = formats[Number(cell.attributes['s'] ?? 0)]
  const value = findChild(cell, 'v')?.text ?? ''
  if ((cell.attributes['t'] ?? 'n') !== 'n' || value === '' || format === undefined) return undefined
  const isShown = (format.kind === 'day' || format.kind === 'elapsed') && format.hasSeconds
  const days = Number(value)
  return isShown && days >= 0 && days < 1 ? Number((days * 86_400).toFixed(3)) : undefined
}

/** Tells whether a cell has a formula without a saved value; an empty result is a text without characters. */
export function lacksValue(cell: XmlElement): boolean {
  return (
    cell.attributes['t'] !== 'str' &&
    findChild(cell, 'f') !== undefined &&
    (findChild(cell, 'v')?.text ?? '') === '' &&
    findChild(cell, 'is') === undefined
  )
}

/** Reads a text that may consist of differently formatted runs; phonetic hints are left out. */
export function readCellText(element: XmlElement | undefined): string {
  const pieces = element?.children.flatMap((child) =>
    child.name === 'r' ? listChildren(child, 't') : child.name === 't' ? [child] : [],
  )
  return (pieces ?? [])
    .map(({ text }) =>
      text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    )
    .join('')
}

function readNumber(value: string, format: Format, { isSince1904 }: CellContext): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (format.kind === 'day') return toMoment(isSince1904 ? number + 1462 : number)
  if (format.kind === 'elapsed' && number >= 0) return toHours(number)
  if (format.kind === 'percent') return `${Number((number * 100).toPrecision(15))}%`
  // Spreadsheets keep fifteen digits; more would turn 23.976 into 23.975999999999999.
  const text = String(Number(number.toPrecision(15)))
  if (format.kind !== 'digits' || !/^\d+$/.test(text)) return text
  return `${format.before}${text.padStart(format.count, '0')}${format.behind}`
}

/** Formats a number of days as hours, minutes and seconds. */
function toHours(days: number): string {
  const seconds = Math.round(days * 86_400)
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60]
  return [String(Math.floor(seconds / 3600)), ...[minutes, rest].map((part) => String(part).padStart(2, '0'))].join(':')
}

/**
 * Formats a day number as a day, with its time if it has one; day 0 is 1899-12-31, and 29 February 1900, counted by
 * Excel, never existed.
 */
function toMoment(days: number): string {
  const moment = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const [day = '', time = ''] = moment.toISOString().slice(0, 19).split('T')
  if (Math.abs(days) < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
