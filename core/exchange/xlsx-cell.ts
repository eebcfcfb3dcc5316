import { findChild, listChildren, type XmlElement } from './xml.ts'

/** How a number is shown: as a day or a moment, of a hundred, or with so many digits at least. */
type Format = { readonly kind: 'day' | 'percent' | 'plain' } | { readonly kind: 'digits'; readonly count: number }

/** What the cells of a workbook refer to. */
export type CellContext = {
  readonly strings: readonly string[]
  /** By the number of a cell's style. */
  readonly formats: readonly Format[]
  /** Whether days are counted from 1904, as old Macs did. */
  readonly isSince1904: boolean
}

const plain: Format = { kind: 'plain' }

/** The formats of a workbook's styles, by their numbers. */
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
  // Those that have no code of their own (ECMA-376, 18.8.30): 14 to 22 and, in East Asia, 27 to 36 and 50 to 58 are days.
  if (code === undefined && (id === 9 || id === 10)) return { kind: 'percent' }
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? { kind: 'day' } : plain
  if (/^0{2,}$/.test(code)) return { kind: 'digits', count: code.length }
  const signs = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/[0#?]%/.test(signs)) return { kind: 'percent' }
  return /[ymdhs]/i.test(signs) && !/general/i.test(signs) ? { kind: 'day' } : plain
}

/** The text of a cell as it is to be read. */
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

/** A text that may be put together of pieces that look different; how it is pronounced is no part of it. */
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
  if (format.kind === 'percent') return `${Number((number * 100).toPrecision(15))}%`
  // Fifteen digits are what a spreadsheet keeps: the rest is 23.975999999999999 for 23.976.
  const text = String(Number(number.toPrecision(15)))
  return format.kind === 'digits' && /^\d+$/.test(text) ? text.padStart(format.count, '0') : text
}

/** A day, with its time where it has one, counted in days from the last of 1899; there was no 29 February 1900. */
function toMoment(days: number): string {
  const moment = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const [day = '', time = ''] = moment.toISOString().slice(0, 19).split('T')
  if (Math.abs(days) < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
