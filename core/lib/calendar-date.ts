/** A day as `YYYY-MM-DD`, without a time zone; years 1000 to 9999. Check outside text with `isCalendarDate`. */
export type CalendarDate = `${number}-${number}-${number}`

/** A moment in milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number

const dayMs = 86_400_000
const datePattern = /^[1-9]\d{3}-\d{2}-\d{2}$/

/** Tells whether a value is an existing day, written `YYYY-MM-DD`. */
export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string' || !datePattern.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const maxKnownDays = 10_000
const dayNumbers = new Map<CalendarDate, number>()

/** Returns days since 1970-01-01, negative before it. */
export function toDayNumber(date: CalendarDate): number {
  // Cached: a timeline asks for every block, and blocks share a few hundred days.
  const known = dayNumbers.get(date)
  if (known !== undefined) return known
  const [year, month, day] = [date.slice(0, 4), date.slice(5, 7), date.slice(8, 10)]
  const number = Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs
  if (dayNumbers.size >= maxKnownDays) dayNumbers.clear()
  dayNumbers.set(date, number)
  return number
}

/** Returns the day that many days after 1970-01-01. */
export function fromDayNumber(dayNumber: number): CalendarDate {
  // toISOString writes four-digit years as YYYY-MM-DD, which is this type's form.
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10) as CalendarDate
}

/** Returns the day that many whole days later, or earlier if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(toDayNumber(date) + days)
}

/** Returns whole days from one day to another; negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toDayNumber(to) - toDayNumber(from)
}

/** Returns the day of the week, 0 for Monday to 6 for Sunday (ISO 8601 order). */
export function weekdayOf(date: CalendarDate): number {
  // 1970-01-01 was a Thursday.
  return (((toDayNumber(date) + 3) % 7) + 7) % 7
}

// A formatter takes a third of a millisecond to create, and a screen asks for the same zone hundreds of times.
const datesInZone = new Map<string, (moment: EpochMs) => CalendarDate>()

/** Makes a function that returns the day at a moment in an IANA time zone. Throws a RangeError for an unknown zone. */
export function makeDateInZone(timeZone: string): (moment: EpochMs) => CalendarDate {
  const known = datesInZone.get(timeZone)
  if (known !== undefined) return known
  const made = makeZone(timeZone)
  datesInZone.set(timeZone, made)
  return made
}

function makeZone(timeZone: string): (moment: EpochMs) => CalendarDate {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    // The parts are digits, month and day padded to two.
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}` as CalendarDate
  }
}

/** Returns the calendar day at a moment in a time zone, such as a person's today. */
export function dateInZone(moment: EpochMs, timeZone: string): CalendarDate {
  return makeDateInZone(timeZone)(moment)
}
