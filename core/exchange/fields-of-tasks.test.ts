import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'

const takeAll = { fieldAnswers: { rest: 'take', columns: new Map(), isAllowed: true } } as const
const list = [
  'Task Name,Pipeline Step,Link,Link > Shot > Sequence,Status,Reviewer,% Complete,Vendor',
  'Layout,Layout,sh010,sq010,fin,Mei Tanaka,100%,Sol',
  'Anim,Animation,sh010,sq010,ip,Jonas Weber,40%,Sol',
  'Comp,Compositing,sh010,sq010,wtg,Mei Tanaka,,Sol',
  'Comp,Compositing,sh020,sq010,wtg,Mei Tanaka,,Northwind',
]

test('a column of a list of tasks that differs between the tasks of an item becomes a field of tasks', async () => {
  const { changes, said } = await importSheetFile(list, takeAll)

  const made = changes.fields?.map(({ key, of = 'item' }) => [key, of])
  expect(made).toEqual([
    ['reviewer', 'task'],
    ['complete', 'task'],
    ['vendor', 'item'],
  ])
  expect(changes.tasks.map(({ fields }) => fields?.['complete'])).toEqual([100, 40, undefined, undefined])
  expect(new Set(changes.tasks.map(({ fields }) => fields?.['reviewer'])).size).toBe(2)
  expect(changes.items.map(({ fields }) => Object.keys(fields ?? {}))).toEqual([['vendor'], ['vendor']])
  expect(said.find((each) => each.includes('% Complete'))).toBe(
    'Column "% Complete" becomes the new field % Complete (complete) of tasks: Number in %, 2 values, such as 100%, 40%.',
  )
})

test('a column that only the tasks of a hierarchy fill becomes a field of tasks', async () => {
  const { changes, said } = await importSheetFile(
    [
      'Name,Type,Parent,Status,Bid days,Difficulty',
      'sh010,Shot,Film / seq010,In progress,,hard',
      'animation,Animation,Film / seq010 / sh010,In progress,3,',
      'compositing,Compositing,Film / seq010 / sh010,Not started,2,',
    ],
    takeAll,
  )

  expect(changes.tasks.map(({ fields }) => fields)).toEqual([{ bid_days: 3 }, { bid_days: 2 }])
  expect(changes.items[0]?.fields).toEqual({ difficulty: 'hard' })
  expect(said.join('\n')).not.toContain('differs')
})

test('values of an item that its tasks disagree on are told, and the first that is filled counts', async () => {
  const fields = [
    newRow('field_definitions', { id: newId<FieldId>(), key: 'complexity', name: 'Complexity', kind: 'number' }),
  ]
  const { changes, said } = await importSheetFile(
    [
      'Pipeline Step,Link,Sequence,Status,Complexity,Cut In,Cut Out',
      'Layout,sh010,sq010,fin,,1001,1048',
      'Animation,sh010,sq010,ip,3,1001,1096',
      'Compositing,sh010,sq010,wtg,2,,',
    ],
    { fields, studioFields: fields },
  )

  expect(changes.items[0]).toMatchObject({ fields: { complexity: 3 }, frameIn: 1001, frameOut: 1048 })
  expect(said).toContain('Column "Complexity" (1 row) is not used: Rows of one item differ; the first was used.')
  expect(said).toContain('Column "Cut Out" (1 row) is not used: Rows of one item differ; the first was used.')
})

test('a value that does not fit a new field of tasks leaves out the cell, not the row', async () => {
  const { changes, problems, said } = await importSheetFile(list, {
    fieldAnswers: { rest: 'take', columns: new Map([['reviewer', 'number']]), isAllowed: true },
  })

  expect(problems).toEqual([])
  expect(changes.tasks).toHaveLength(4)
  expect(said.join('\n')).toContain('Reviewer: “Mei Tanaka” is not a number.')
})
