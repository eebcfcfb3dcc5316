import { expect, test } from 'vitest'
import { findDayOrder, isAmbiguousDay, toDay, toMoment } from './read-day.ts'

test('reads days as programs and spreadsheets write them, with or without a time', () => {
  const ofDecember = [
    '2026-12-18',
    '2026/12/18',
    '2026.12.18',
    '2026-12-18 14:30:00',
    '2026-12-18T00:00:00+00:00',
    '2026-12-18T00:00:00.000+01:00',
    '18.12.2026',
    '18.12.26',
    '18. 12. 2026',
    '18/12/2026',
    '12/18/2026',
    '12/18/26 5:22 PM',
    '18-Dec-26',
    '18 Dec 2026',
    'Dec 18, 2026',
    'December 18, 2026',
    'Fri, Dec 18, 2026',
    'Friday, December 18, 2026 at 5:22 PM',
    '18th December 2026',
    '18. Dezember 2026',
    '18 décembre 2026',
    '18 de diciembre de 2026',
  ]
  expect(ofDecember.map((text) => [text, toDay(text)])).toEqual(ofDecember.map((text) => [text, '2026-12-18']))
  const none = [
    '',
    'soon',
    '2026-13-01',
    '2026-02-30',
    '18/12',
    '32/1/2026',
    '18 Foo 2026',
    '1001',
    '1/2/3',
    'May 2026',
    '2026-12-17T23:00:00Z',
  ]
  expect(none.map((text) => toDay(text))).toEqual(none.map(() => undefined))
})

test('an ambiguous day is read in the given order, or in that of the other days', () => {
  expect(toDay('6/3/2026')).toBeUndefined()
  expect([toDay('6/3/2026', 'dmy'), toDay('6/3/2026', 'mdy')]).toEqual(['2026-03-06', '2026-06-03'])
  expect(toDay('3/3/2026')).toBe('2026-03-03')
  expect(toDay('18/12/2026', 'mdy')).toBeUndefined()
  expect(findDayOrder(['6/3/2026', '18/12/2026', 'n/a', ''])).toBe('dmy')
  expect(findDayOrder(['6/3/2026', '12/18/2026 5:00 PM'])).toBe('mdy')
  expect(findDayOrder(['6/3/2026'])).toBeUndefined()
  expect(findDayOrder(['18/12/2026', '12/18/2026'])).toBeUndefined()
  expect([isAmbiguousDay('6/3/2026'), isAmbiguousDay('3/3/2026'), isAmbiguousDay('2026-03-06')]).toEqual([
    true,
    false,
    false,
  ])
})

test('timestamps keep their time and zone', () => {
  const day = '2026-03-05'
  expect(toMoment('2026-03-05 17:22:31 +0100')).toEqual({ day, time: '17:22:31', zone: '+01:00' })
  expect(toMoment('2026-03-05T16:22:31.123456Z')).toEqual({ day, time: '16:22:31.123', zone: 'Z' })
  expect(toMoment('2026-03-05 17:22:31+01:00')).toEqual({ day, time: '17:22:31', zone: '+01:00' })
  expect(toMoment('2026-03-05 17:22 UTC')).toEqual({ day, time: '17:22:00', zone: 'Z' })
  expect(toMoment('05.03.2026, 17:22 Uhr')).toEqual({ day, time: '17:22:00', zone: undefined })
  expect(toMoment('3/5/2026 12:05 am', 'mdy')).toEqual({ day, time: '00:05:00', zone: undefined })
  expect(toMoment('2026-03-05 17:22 CET')).toEqual({ day, time: '17:22:00', zone: '+01:00' })
  expect(toMoment('2026-03-05')).toEqual({ day, time: undefined, zone: undefined })
  for (const text of ['2026-03-05 25:00', '2026-03-05 17:61', '2026-03-05 17:22 XYZ'])
    expect(toMoment(text)).toBeUndefined()
})
