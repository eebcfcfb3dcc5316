import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

const clickUp = readFileSync(new URL('fixtures/clickup-times.csv', import.meta.url))
const given = { collection: 'SQ010', fieldAnswers: { rest: 'propose', columns: new Map(), isAllowed: true } } as const

test('ClickUp’s estimates in milliseconds become hours', async () => {
  const { changes, problems, said } = await importSheetFile(clickUp, given)

  expect(changes.tasks.map(({ estimatedHours }) => estimatedHours)).toEqual([8, 1.5, undefined])
  expect(problems).toEqual([])
  expect(said).toContain('Column "Time Estimated" is in milliseconds and read as hours: 28800000 is 8.')
  expect(said).toContain('Column "Time Estimated Text" is not used: The column of this name without “Text” is read.')
  expect(said).toContain('Column "Time Spent" is not used: Time is logged on revisions.')
  expect(said).toContain('Column "Time Spent Text" is not used: Time is logged on revisions.')
})

test('ClickUp’s lists in brackets are read as their names', async () => {
  const { tasks, said } = await importSheetFile(clickUp, given)

  expect(tasks).toEqual([
    'SQ010/sh0010 Animation WIP Jonas Weber',
    'SQ010/sh0020 Animation TO DO',
    'SQ010/sh0030 Animation TO DO Mei Tanaka',
  ])
  expect(said).toContain('Line 2: Animation: Mei Tanaka is left out; a task has one assignee.')
  expect(said.filter((each) => each.includes('"Tags" could'))).toEqual([
    'Column "Tags" could become a field: Several of a list, 3 values: hero, fx.',
  ])
})

test('milliseconds are read only beside their words, and a column of other numbers stays', async () => {
  const alone = await importSheetFile(['Task Name,List Name,Time Estimated', 'sh0010,Animation,28800000'], given)
  const odd = await importSheetFile(
    ['Task Name,List Name,Time Estimated,Time Estimated Text', 'sh0010,Animation,8h,8h'],
    given,
  )

  expect(alone.changes.tasks.map(({ estimatedHours }) => estimatedHours)).toEqual([undefined])
  expect(odd.changes.tasks.map(({ estimatedHours }) => estimatedHours)).toEqual([8])
})

test('a name in brackets stays as it is in a sheet of another program', async () => {
  const { said } = await importSheetFile(['Collection,Shot,Tags', 'SQ010,sh010,[hero]'], given)

  expect(said.join('\n')).toContain('1 value: [hero]')
})
