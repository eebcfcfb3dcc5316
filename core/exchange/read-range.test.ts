import { expect, test } from 'vitest'
import { toRange } from './read-range.ts'
import { importSheetFile } from './test/import-sheet-file.ts'

test('reads ranges of days as boards write them', () => {
  const ofNovember = [
    'Nov 3, 2026 → Nov 7, 2026',
    'November 3, 2026 → November 7, 2026',
    'November 3, 2026 9:00 AM → November 7, 2026 5:00 PM',
    '2026-11-03 - 2026-11-07',
    '2026-11-03 to 2026-11-07',
    '2026-11-03/2026-11-07',
    '2026-11-03 → 2026-11-07',
    '3.11.2026 – 7.11.2026',
    'Nov 3 – 7, 2026',
    'Nov 3 - Nov 7, 2026',
    '3–7 Nov 2026',
    '3 Nov 2026 bis 7 Nov 2026',
    '@November 3, 2026 → November 7, 2026',
  ]
  const range = { first: '2026-11-03', last: '2026-11-07' }
  expect(ofNovember.map((text) => [text, toRange(text)])).toEqual(ofNovember.map((text) => [text, range]))
  expect(toRange('6/3/2026 - 7/3/2026', 'dmy')).toEqual({ first: '2026-03-06', last: '2026-03-07' })
  expect(toRange('November 3, 2026 9:00 AM → 5:00 PM')).toEqual({ first: '2026-11-03', last: '2026-11-03' })
  const none = [
    '2026-11-03',
    '18-Dec-26',
    '2026-11-07 - 2026-11-03',
    'soon → 2026-11-07',
    '2026-11-03 → later',
    '6/3/2026 - 7/3/2026',
    'Nov 30 – 7, 2026',
    'Nov 3 → Nov 5 → Nov 7, 2026',
    '→ 2026-11-07',
  ]
  expect(none.map((text) => [text, toRange(text)])).toEqual(none.map((text) => [text, undefined]))
})

test('the last day of a range is due, and the unused rest is reported', async () => {
  const { tasks, said } = await importSheetFile([
    'Collection,Shot,Task Type,Timeline,Animation Deadline',
    'SQ010,sh010,Layout,"Nov 3, 2026 → Nov 7, 2026",',
    'SQ010,sh020,Layout,6/3/2026 - 7/3/2026,',
    'SQ010,sh030,Layout,6/3/2026 - 13/3/2026,',
    'SQ010,sh040,Layout,2026-11-07 - 2026-11-03,',
  ])

  expect(tasks).toEqual([
    'SQ010/sh010 Layout TO DO 2026-11-07',
    'SQ010/sh020 Layout TO DO 2026-03-07',
    'SQ010/sh030 Layout TO DO 2026-03-13',
  ])
  expect(said).toEqual([
    'Column "Timeline" has ranges of days (3 rows): the last day becomes the due date; the first is not used, because work is planned on the timeline.',
    'Line 5: Timeline: "2026-11-07 - 2026-11-03" ends before it begins.',
  ])
})

test('a range of ambiguous days is not read', async () => {
  const { tasks, said } = await importSheetFile(['Collection,Shot,Animation due', 'SQ010,sh010,6/3/2026 - 7/3/2026'])

  expect(tasks).toEqual([])
  expect(said).toEqual([
    'Line 2: Animation due: "6/3/2026 - 7/3/2026" could be day/month or month/day: choose the order of days.',
  ])
})
