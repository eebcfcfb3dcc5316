import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

test('a problem on one of several lines of an item names that line', async () => {
  const { said } = await importSheetFile([
    'Sequence,Shot,Task Type,Due Date',
    'SQ010,sh010,Layout,2026-11-12',
    'SQ010,sh010,Animation,11/12/2026',
  ])

  expect(said).toEqual([expect.stringMatching(/^Line 2: Line 3: Due Date: "11\/12\/2026" could be day\/month/)])
})

test('sums below the groups of a board are no items and are reported', async () => {
  const { items, said } = await importSheetFile([
    'SQ010,,,,',
    'Name,Person,Frame in,Frame out,Cost',
    'SH010,Mei Tanaka,1001,1048,3',
    ',,1001,,3',
    '',
    'SQ020,,,,',
    'Name,Person,Frame in,Frame out,Cost',
    'SH020,Mei Tanaka,1001,1048,',
    ',Jonas Weber,1001,1048,',
    ',,2002,2096,3',
  ])

  expect(items).toEqual(['SQ010/SH010', 'SQ020/SH020'])
  expect(said).toContain('Lines 4, 10 are not used: No name and only numbers, like a group’s total.')
  expect(said).toContain('Line 9: The row has no name.')
  expect(said).toContain(
    'Column "Person" is not used: It belongs to a task: name the stage in the heading, as in "Animation assignee".',
  )
})

test('a stage’s estimate counts if its cells state hours', async () => {
  const { changes, said } = await importSheetFile([
    'Sequence,Shot,Layout Estimation,Animation Estimation,Compositing Bid',
    'SQ010,SH010,12 h,2,1 day',
  ])

  expect(changes.tasks.map(({ estimatedHours }) => estimatedHours)).toEqual([12, undefined])
  expect(said).toEqual([
    'Column "Animation Estimation" is not used: It has no unit: map it to estimate if these are hours.',
    'Column "Compositing Bid" is not used: Estimates are in hours, and this column is in days.',
  ])
})

test('whole numbers with zero decimals are frames, and so are those with separators of thousands', async () => {
  const { changes, said } = await importSheetFile([
    'Sequence;Shot;Cut In;Cut Out',
    'SQ010;SH010;1001,0;1048,00',
    'SQ010;SH020;1;1,000',
    'SQ010;SH030;1;1,5',
  ])

  expect(changes.items.map(({ frameOut }) => frameOut)).toEqual([1048, 1000])
  expect(said).toEqual(['Line 4: Cut Out: "1,5" is not a frame number: write a whole number.'])
})

test('serial day numbers of spreadsheets are read as days and reported; other numbers are not', async () => {
  const { tasks, said } = await importSheetFile([
    'Sequence,Shot,Task Type,Due Date',
    'SQ010,sh010,Layout,46333',
    'SQ010,sh010,Animation,46334.5',
    'SQ010,sh020,Layout,2026-11-09',
    'SQ010,sh030,Layout,1001',
  ])

  expect(tasks).toEqual([
    'SQ010/sh010 Layout TO DO 2026-11-07',
    'SQ010/sh020 Layout TO DO 2026-11-09',
    'SQ010/sh010 Animation TO DO 2026-11-08',
  ])
  expect(said).toEqual([
    'Column "Due Date" has spreadsheet day numbers (2 rows): 46333 is 2026-11-07.',
    'Line 5: Due Date: "1001" is not a date: write it like 2026-12-18.',
  ])
})

test('timestamps are due on the day they fall on in the importer’s time zone, and the plan says so', async () => {
  const cards = [
    'Collection,Name,Animation,Animation due',
    'SQ010,sh010,wip,2026-03-04T16:00:00.000Z',
    'SQ010,sh020,wip,2026-03-04T00:00:00.000Z',
    'SQ010,sh030,wip,2026-03-04 23:30 +01:00',
  ]
  const there = await importSheetFile(cards, { timeZone: 'Asia/Tokyo' })
  const here = await importSheetFile(cards, { timeZone: 'Europe/Oslo' })

  expect(there.tasks.filter((task) => task.includes('Animation'))).toEqual([
    'SQ010/sh010 Animation WIP 2026-03-05',
    'SQ010/sh020 Animation WIP 2026-03-04',
    'SQ010/sh030 Animation WIP 2026-03-05',
  ])
  expect(there.said).toContain(
    'Column "Animation due" has dates with times (2 rows), read as days in Asia/Tokyo: 2026-03-04T16:00:00.000Z is 2026-03-05.',
  )
  expect(here.tasks.filter((task) => task.includes('2026-03-04'))).toHaveLength(3)
})

test('cards in Trello lists named like stages become items with tasks in those stages', async () => {
  const { tasks, said } = await importSheetFile(
    [
      'Card ID,Card Name,Card Description,Labels,Members,Due Date,List ID,List Name,Board Name,Archived',
      '6a,sh010,walks in,red,meitanaka,2026-11-07T00:00:00.000Z,l1,Animation,Kettle,false',
      '6b,sh020,,red,meitanaka,2026-11-07T12:00:00.000Z,l2,Layout,Kettle,false',
    ],
    { collection: 'SQ010' },
  )

  expect(tasks).toEqual(['SQ010/sh010 Animation TO DO 2026-11-07'])
  expect(said).toContain(
    'Line 3: Due Date: "2026-11-07T12:00:00.000Z" has a time zone and may be another day here: write only the date.',
  )
})
