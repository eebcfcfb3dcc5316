import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCalendar, type CalendarEvent } from './icalendar.ts'

const now = Date.parse('2026-11-21T09:30:00Z')
const anEvent = (overrides: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'b1',
  title: 'sq010_sh0040 Animation',
  description: 'The Salt Road',
  startDate: '2026-11-23',
  endDate: '2026-11-26',
  ...overrides,
})

test('writes whole days with an exclusive end, as RFC 5545 requires', () => {
  const calendar = writeCalendar('Northlight', [anEvent()], now)

  expect(calendar).toContain('\r\nUID:b1@xsheet\r\nDTSTAMP:20261121T093000Z\r\n')
  expect(calendar).toContain('DTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261126\r\n')
  expect(calendar.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  expect(calendar.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
})

test('a title cannot end its line or begin another property', () => {
  const calendar = writeCalendar('N', [anEvent({ title: 'a;b,c\\d\nEND:VCALENDAR' })], now)

  expect(calendar).toContain(String.raw`SUMMARY:a\;b\,c\\d\nEND:VCALENDAR` + '\r\n')
})

test('no line is longer than 75 octets, and unfolding restores the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const title = text.replaceAll(/[\r\n\\;,]/g, '')
      const calendar = writeCalendar('N', [anEvent({ title })], now)

      for (const line of calendar.split('\r\n')) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      }
      expect(calendar.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
    }),
  )
})
