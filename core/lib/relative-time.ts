import { makeDateInZone, type EpochMs } from './calendar-date.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const maxFeedDays = 6
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Formats a time for the studio feed: `just now`, minutes, hours and up to six days, then the date in the reader's
 * zone, such as `Nov 21, 2026` (document 1, section 9). A moment ahead of this clock is `just now`.
 */
export function feedTimeOf(moment: EpochMs, now: EpochMs, timeZone: string): string {
  const ago = elapsed(moment, now)
  if (ago === undefined) return 'just now'
  if (ago.unit !== 'day' || ago.count <= maxFeedDays) return `${ago.count}${ago.unit[0]} ago`
  const [year = '', month = '', day = ''] = makeDateInZone(timeZone)(moment).split('-')
  return `${months[Number(month) - 1]} ${Number(day)}, ${year}`
}

/** Formats a time for the artist feed and comments: `Just now`, or how many minutes, hours or days ago (document 3, section 9). */
export function relativeTimeOf(moment: EpochMs, now: EpochMs): string {
  const ago = elapsed(moment, now)
  if (ago === undefined) return 'Just now'
  return `${ago.count} ${ago.unit}${ago.count === 1 ? '' : 's'} ago`
}

/** Formats the time since today's last revision: `last revision 1h 5m ago`. */
export function lastRevisionTextOf(moment: EpochMs, now: EpochMs): string {
  const minutes = Math.max(0, Math.floor((now - moment) / minuteMs))
  return `last revision ${Math.floor(minutes / 60)}h ${minutes % 60}m ago`
}

type Elapsed = { readonly count: number; readonly unit: 'minute' | 'hour' | 'day' }

function elapsed(moment: EpochMs, now: EpochMs): Elapsed | undefined {
  const passed = now - moment
  if (passed < minuteMs) return undefined
  if (passed < hourMs) return { count: Math.floor(passed / minuteMs), unit: 'minute' }
  if (passed < dayMs) return { count: Math.floor(passed / hourMs), unit: 'hour' }
  return { count: Math.floor(passed / dayMs), unit: 'day' }
}
