import { isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'

/** Whether day or month comes first in `6/3/2026`. */
export const dayOrders = ['dmy', 'mdy'] as const
export type DayOrder = (typeof dayOrders)[number]

/**
 * Reads a day as programs and spreadsheets write it: `2026-12-18`, `2026/12/18`, `18.12.2026`, `18-Dec-26`, `December
 * 18, 2026`, with or without a time. An ambiguous `6/3/2026` is read in the given order, and is undefined without one;
 * so is a moment with its own time zone.
 */
export function toDay(text: string, order?: DayOrder): CalendarDate | undefined {
  const { day, time, zone } = toMoment(text, order) ?? {}
  // A moment with a zone may be another day here, unless it is midnight.
  return zone === undefined || time?.startsWith('00:00:00') === true ? day : undefined
}

/** A day, with its time and zone if given. */
export type WrittenMoment = {
  readonly day: CalendarDate
  /** `17:22:31`, optionally with fractions of a second. */
  readonly time: string | undefined
  /** `Z` or `+01:00`. */
  readonly zone: string | undefined
}

/** Reads a day as `toDay` does, with the time after it. */
export function toMoment(text: string, order?: DayOrder): WrittenMoment | undefined {
  // ClickUp exports milliseconds since 1970.
  const plain = /^\d{13}$/.test(text.trim()) ? new Date(Number(text)).toISOString() : text.trim()
  const [, written = '', rest = ''] =
    /^(.+?)(?:(?:T|,?\s+(?:at\s+|um\s+|à\s+)?)(\d{1,2}[:h]\d{2}.*))?$/i.exec(plain) ?? []
  const day = readNumbers(written, order) ?? readWords(written)
  const time = readTime(rest)
  return day === undefined || time === undefined ? undefined : { day, ...time }
}

/** Finds the date order of all these texts from the unambiguous ones; undefined if there are none, or they disagree. */
export function findDayOrder(texts: Iterable<string>): DayOrder | undefined {
  const found = new Set<DayOrder>()
  for (const text of texts) {
    const [, first = '', second = ''] = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?=$|[T ,])/i.exec(text.trim()) ?? []
    if (Number(first) > 12) found.add('dmy')
    if (Number(second) > 12) found.add('mdy')
  }
  const [order] = found
  return found.size === 1 ? order : undefined
}

/** Tells whether a text is a different day in each order. */
export function isAmbiguousDay(text: string): boolean {
  const [first, second] = dayOrders.map((order) => toDay(text, order))
  return first !== undefined && second !== undefined && first !== second
}

/** Explains why a text is not a day, nor a range from and to `ends`. */
export function explainNotADay(text: string, ends: readonly string[] = []): string {
  const [first, last] = ends.map((end) => toDay(end))
  if (first !== undefined && last !== undefined && last < first) return `"${text}" ends before it begins.`
  if (toMoment(text)?.zone !== undefined)
    return `"${text}" has a time zone and may be another day here: write only the date.`
  return [text, ...ends].some(isAmbiguousDay)
    ? `"${text}" could be day/month or month/day: choose the order of days.`
    : `"${text}" is not a date: write it like 2026-12-18.`
}

function readNumbers(text: string, order: DayOrder | undefined): CalendarDate | undefined {
  const iso = /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/.exec(text)?.groups
  if (iso !== undefined) return toDate(iso['year'], Number(iso['month']), iso['day'])
  const [, first = '', sign, second = '', year = ''] =
    /^(\d{1,2})([-/]|\.\s?)(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  if (sign === undefined) return undefined
  // Between dots, the day comes first.
  const inOrder = sign.startsWith('.') ? 'dmy' : (order ?? (first === second ? 'dmy' : findDayOrder([text])))
  if (inOrder === undefined) return undefined
  return inOrder === 'dmy' ? toDate(year, Number(second), first) : toDate(year, Number(first), second)
}

// The first letters of months in English, German, French and Spanish; `mar` and `may` mean the same wherever they
// occur.
const months = [
  /^(?:jan|ene)/,
  /^(?:feb|f[ée]v)/,
  /^(?:mar|m[äa]r|mrz)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai)/,
  /^(?:jun|juin)/,
  /^(?:jul|juil)/,
  /^(?:aug|ao[ûu]|ago)/,
  /^sep/,
  /^(?:oct|okt)/,
  /^nov/,
  /^(?:dec|dez|d[ée]c|dic)/,
]

/** Reads `18-Dec-26`, `18. Dezember 2026`, `Fri, Dec 18, 2026`. */
function readWords(text: string): CalendarDate | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,./-]+|\bde\b/)
    .filter((word) => word !== '')
  // A weekday may come first.
  const [one = '', two = '', year = ''] =
    words.length === 4 && /^\p{L}+$/u.test(words[0] ?? '') ? words.slice(1) : words
  if (words.length < 3 || words.length > 4 || !/^(?:\d{4}|\d{2})$/.test(year)) return undefined
  const [day, word] = /^\d/.test(one) ? [one, two] : [two, one]
  const [, number] = /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(day) ?? []
  const month = months.findIndex((name) => name.test(word)) + 1
  return number === undefined || month === 0 || !/^\p{L}+$/u.test(word) ? undefined : toDate(year, month, number)
}

function toDate(year = '', month = 0, day = ''): CalendarDate | undefined {
  // Two-digit years up to 69 are in this century, as in spreadsheets.
  const whole = year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`
  const found = [whole, String(month).padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isCalendarDate(found) ? found : undefined
}

/** Reads a time and its zone, each undefined if not given; undefined for text that is not a time. */
function readTime(text: string): Pick<WrittenMoment, 'time' | 'zone'> | undefined {
  if (text === '') return { time: undefined, zone: undefined }
  const found = timeForm.exec(text)?.groups
  if (found === undefined) return undefined
  const { hours = '', minutes = '', seconds = '00', parts, half, zone } = found
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0)
  const isTime = hour < 24 && Number(minutes) < 60 && Number(seconds) < 60
  const offset = zone === undefined ? undefined : toOffset(zone)
  if (!isTime || (zone !== undefined && offset === undefined)) return undefined
  const ofSecond = parts === undefined ? '' : `.${parts.slice(0, 3)}`
  return { time: `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${ofSecond}`, zone: offset }
}

const timeForm =
  /^(?<hours>\d{1,2})[:h](?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,](?<parts>\d{1,9}))?)?\s*(?<half>[ap]\.?m\.?)?\s*(?:uhr)?\s*(?<zone>[a-z]{1,4}|(?:utc|gmt)?[+-]\d{2}:?(?:\d{2})?)?$/i

/** Time zones that programs write as abbreviations. */
const zones: ReadonlyMap<string, string> = new Map(
  Object.entries({
    z: 'Z',
    utc: 'Z',
    gmt: 'Z',
    wet: 'Z',
    bst: '+01:00',
    cet: '+01:00',
    cest: '+02:00',
    jst: '+09:00',
  }).concat(
    Object.entries({ est: '-05:00', edt: '-04:00', cst: '-06:00', cdt: '-05:00', pst: '-08:00', pdt: '-07:00' }),
  ),
)

function toOffset(zone: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return sign === undefined ? zones.get(zone.toLowerCase()) : `${sign}${hours}:${minutes}`
}
