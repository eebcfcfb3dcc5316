/** A day as `YYYY-MM-DD`, free of any time zone; years 1000 to 9999. Check text from outside with `isCalendarDate`. */
export type CalendarDate = `${number}-${number}-${number}`

/** A moment in milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number

const dayMs = 86_400_000
const datePattern = /^[1-9]\d{3}-\d{2}-\d{2}$/

/** Tells whether a value is a day that exists, written `YYYY-MM-DD`. */
export function isCalendarDate(value: unknown): value is CalendarDate {
  if (typeof value !== 'string' || !datePattern.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** Days since 1970-01-01, negative before it. */
export function toDayNumber(date: CalendarDate): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs)
}

/** The day that lies so many days after 1970-01-01. */
export function fromDayNumber(dayNumber: number): CalendarDate {
  // toISOString writes four-digit years as YYYY-MM-DD, which is this type's form.
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10) as CalendarDate
}

/** The day so many whole days later, or earlier when negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(toDayNumber(date) + days)
}

/** Whole days from one day to another; negative when `to` is the earlier one. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toDayNumber(to) - toDayNumber(from)
}

/** The day of the week, 0 for Monday to 6 for Sunday (ISO 8601 order). */
export function weekdayOf(date: CalendarDate): number {
  // 1970-01-01 was a Thursday.
  return (((toDayNumber(date) + 3) % 7) + 7) % 7
}

/**
 * Makes a function that tells the day on a wall calendar in an IANA time zone at a moment; make it once for many
 * moments. Throws a RangeError for an unknown zone.
 */
export function makeDateInZone(timeZone: string): (moment: EpochMs) => CalendarDate {
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
    // The three parts are digits, two of them padded to two.
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}` as CalendarDate
  }
}

/** The day in a time zone at one moment, such as a person's today. */
export function dateInZone(moment: EpochMs, timeZone: string): CalendarDate {
  return makeDateInZone(timeZone)(moment)
}
