import type { CalendarDate, EpochMs } from './calendar-date.ts'

/** The moment of a wall clock in an IANA time zone, `17:22:31` or finer; of an hour that is skipped there, the one after it. */
export function momentInZone(day: CalendarDate, time: string, timeZone: string): EpochMs {
  const wall = Date.parse(`${day}T${time}Z`)
  // What is away from UTC then is known only once the moment is about known.
  const first = wall - offsetAt(wall, timeZone)
  return wall - offsetAt(first, timeZone)
}

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: EpochMs, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
