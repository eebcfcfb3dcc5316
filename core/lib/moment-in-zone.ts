import type { CalendarDate, EpochMs } from './calendar-date.ts'

/** Returns the moment of a local time (`17:22:31` or finer) in an IANA time zone; in a skipped hour, one hour later. */
export function momentInZone(day: CalendarDate, time: string, timeZone: string): EpochMs {
  const wall = Date.parse(`${day}T${time}Z`)
  // The offset depends on the moment itself: estimate it first, then read the offset there.
  const first = wall - offsetAt(wall, timeZone)
  return wall - offsetAt(first, timeZone)
}

/** Returns how far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: EpochMs, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
