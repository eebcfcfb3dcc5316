import { expect, test } from 'vitest'
import { readDays, readTime, describeReportState, type Report } from './manage-reports.ts'

test.each([
  ['daily', [1, 2, 3, 4, 5, 6, 7]],
  ['weekdays', [1, 2, 3, 4, 5]],
  ['mon,thu', [1, 4]],
  ['Thursday; Mon', [1, 4]],
  ['tues, weds', undefined],
  ['mon-fri', [1, 2, 3, 4, 5]],
  ['Monday – Wednesday, sun', [1, 2, 3, 7]],
  ['fri-mon', [1, 5, 6, 7]],
  ['mon-mon', [1]],
  ['mon-', undefined],
  ['mon-fri-sun', undefined],
  ['monkey', undefined],
  ['mo', undefined],
  ['sunset', undefined],
  ['', undefined],
])('reads the days of a report from “%s”', (text, days) => {
  expect(readDays(text)).toEqual(days)
})

test.each([
  ['08:30', '08:30'],
  [' 8:30 ', '08:30'],
  ['08.30', '08:30'],
  ['0:05', '00:05'],
  ['23:59', '23:59'],
  ['8:30 pm', '20:30'],
  ['8:30PM', '20:30'],
  ['8 am', '08:00'],
  ['12 am', '00:00'],
  ['12:15 pm', '12:15'],
  ['24:00', undefined],
  ['08:60', undefined],
  ['13 pm', undefined],
  ['0 am', undefined],
  ['8:5', undefined],
  ['9', undefined],
  ['', undefined],
])('reads the time of a report from “%s”', (text, time) => {
  expect(readTime(text)).toBe(time)
})

test('a report says when it is sent next, or why it is not and what to do', () => {
  const report: Report = {
    id: '1',
    name: 'Dailies',
    period: 'week',
    viewId: undefined,
    spaceId: undefined,
    days: [1],
    atTime: '08:00',
    url: '',
    form: 'standard',
    isActive: true,
    isSigned: false,
    stopped: '',
    problem: '',
    due: '2026-11-30T08:00:00',
    last: undefined,
  }
  const problem = 'its saved view was deleted'

  expect(
    [{}, { isActive: false }, { isActive: false, stopped: 'its owner left the studio' }, { problem }].map((change) =>
      describeReportState({ ...report, ...change }),
    ),
  ).toEqual([
    'next 2026-11-30 08:00',
    'off',
    'stopped: its owner left the studio',
    'cannot be sent: its saved view was deleted. Choose another view for it, or delete it',
  ])
})
