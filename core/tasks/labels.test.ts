import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/lib/calendar-date.ts'
import { compareDueDates, dueLabelOf } from './due-label.ts'
import { feedTimeOf, lastRevisionTextOf, relativeTimeOf } from '#core/lib/relative-time.ts'

const today = '2026-11-21'
const now = Date.parse('2026-11-21T12:00:00Z')
const minutesAgo = (minutes: number) => now - minutes * 60_000

test('a due label counts days from today, and only past dates are late', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4000, max: 4000 }), (days) => {
      const label = dueLabelOf(addDays(today, days), today)
      expect(label.tone).toBe(days < 0 ? 'late' : 'onTime')
      if (days !== 0) expect(label.text).toContain(`${Math.abs(days)} day`)
    }),
  )
  const texts = [0, 1, 2, -1, -9].map((days) => dueLabelOf(addDays(today, days), today).text)
  expect(texts).toEqual(['Due Today', 'Due in 1 day', 'Due in 2 days', '1 day overdue', '9 days overdue'])
})

test('tasks sort by due date, undated last', () => {
  const dates = [undefined, '2026-12-01', undefined, '2026-01-31'] as const

  // Array.prototype.sort always puts undefined last, hence the wrapping.
  expect(
    dates
      .map((date) => ({ date }))
      .sort((first, second) => compareDueDates(first.date, second.date))
      .map(({ date }) => date),
  ).toEqual(['2026-01-31', '2026-12-01', undefined, undefined])
})

test('the studio feed counts up to six days, then shows the date', () => {
  const at = (minutes: number) => feedTimeOf(minutesAgo(minutes), now, 'UTC')

  expect([0, 1, 59, 60, 23 * 60 + 59, 24 * 60, 7 * 24 * 60 - 1].map(at)).toEqual([
    'just now',
    '1m ago',
    '59m ago',
    '1h ago',
    '23h ago',
    '1d ago',
    '6d ago',
  ])
  expect(at(7 * 24 * 60)).toBe('Nov 14, 2026')
  expect(feedTimeOf(Date.parse('2026-11-01T23:00:00Z'), now, 'Asia/Tokyo')).toBe('Nov 2, 2026')
})

test('the artist feed counts in words and never shows a date', () => {
  const at = (minutes: number) => relativeTimeOf(minutesAgo(minutes), now)

  expect([0, 1, 2, 60, 120, 24 * 60, 40 * 24 * 60].map(at)).toEqual([
    'Just now',
    '1 minute ago',
    '2 minutes ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
    '40 days ago',
  ])
})

test('a moment ahead of the clock is just now', () => {
  fc.assert(
    fc.property(fc.nat(), (ahead) => {
      expect([feedTimeOf(now + ahead, now, 'UTC'), relativeTimeOf(now + ahead, now)]).toEqual(['just now', 'Just now'])
      expect(lastRevisionTextOf(now + ahead, now)).toBe('last revision 0h 0m ago')
    }),
  )
  expect(lastRevisionTextOf(minutesAgo(65), now)).toBe('last revision 1h 5m ago')
})
