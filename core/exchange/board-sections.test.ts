import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

const header = 'Task ID,Created At,Name,Section/Column,Assignee,Assignee Email,Due Date,Projects,Parent task'

test('board sections named like stages become the stages of tasks', async () => {
  const { tasks, said } = await importSheetFile(
    [
      header,
      '1,2026-10-01,sh010,Animation,Mei,mei.tanaka@northlight.example,2026-11-07,Kettle,',
      '2,,sh010,layout,,,,,',
      '3,,sh020,Ideas,,,,,',
    ],
    { collection: 'SQ010' },
  )

  expect(tasks).toEqual(['SQ010/sh010 Layout TO DO', 'SQ010/sh010 Animation TO DO Mei Tanaka 2026-11-07'])
  expect(said).toContain('Column "Section/Column" is read as stages: Animation, layout, Ideas.')
  expect(said).toContain('Line 4 is not used: There is no stage "Ideas": add it to the studio, or write another.')
  expect(said).toContain('Column "Assignee" is not used: "Assignee Email" means the same and was used.')
})

test('board sections named like statuses become the statuses of tasks below their shots', async () => {
  const { tasks, said } = await importSheetFile(
    [
      header,
      '1,,sh010,Approved,,,,,',
      '2,,Animation,In Progress,,mei.tanaka@northlight.example,2026-11-07,,sh010',
      '3,,Layout,Approved,,,,,sh010',
    ],
    { collection: 'SQ010' },
  )

  expect(tasks).toEqual(['SQ010/sh010 Layout DONE', 'SQ010/sh010 Animation WIP Mei Tanaka 2026-11-07'])
  expect(said).toContain('Column "Section/Column" is read as statuses: Approved, In Progress.')
  expect(said).toContain('Column "Section/Column" (1 row) is not used: Only tasks have a status.')
})

test('other board sections become collections, with tasks below their shots', async () => {
  const { items, tasks, said } = await importSheetFile([
    header,
    '1,,sh010,SQ010,,,,,',
    '2,,Animation,,,mei.tanaka@northlight.example,2026-11-07,,sh010',
    '3,,sh020,SQ020,,,,,',
  ])

  expect(items).toEqual(['SQ010/sh010', 'SQ020/sh020'])
  expect(tasks).toEqual(['SQ010/sh010 Animation TO DO Mei Tanaka 2026-11-07'])
  expect(said).toContain('Column "Section/Column" is read as collections: SQ010, SQ020.')
})

test('tasks from Asana’s API have sections as in its CSV', async () => {
  const place = (name: string) => [{ project: { gid: '9', name: 'Kettle' }, section: { gid: '1', name } }]
  const subtask = { gid: '3', name: 'Layout', memberships: [], due_on: '2026-11-08' }
  const mei = { gid: '7', name: 'Mei Tanaka', email: 'mei.tanaka@northlight.example' }
  const data = [
    { gid: '1', name: 'sh010', memberships: place('SQ010'), assignee: null, notes: 'Wide', subtasks: [subtask] },
    { gid: '2', name: 'Animation', memberships: [], parent: { gid: '1', name: 'sh010' }, assignee: mei },
    { gid: '4', name: 'sh020', memberships: place('SQ020'), custom_fields: [{ name: 'Mood', display_value: 'calm' }] },
  ]
  const { items, tasks, said } = await importSheetFile([JSON.stringify({ data })], { format: 'json' })

  expect(items).toEqual(['SQ010/sh010', 'SQ020/sh020'])
  expect(tasks).toEqual(['SQ010/sh010 Layout TO DO 2026-11-08', 'SQ010/sh010 Animation TO DO Mei Tanaka'])
  expect(said).toContain('Column "Section/Column" is read as collections: SQ010, SQ020.')
  expect(said).toContain('Column "Mood" is not used: No field has this name; map it if one fits.')
})

test('sections from Asana’s API named like stages become the stages of tasks', async () => {
  const task = (gid: string, name: string) => ({ gid, name: 'sh010', memberships: [{ section: { name } }] })
  const lines = [JSON.stringify({ data: [task('1', 'Layout'), task('2', 'Animation')] })]
  const { tasks } = await importSheetFile(lines, { format: 'json', collection: 'SQ010' })

  expect(tasks).toEqual(['SQ010/sh010 Layout TO DO', 'SQ010/sh010 Animation TO DO'])
})

test('a group column of neither stages nor statuses is not used', async () => {
  const { said } = await importSheetFile(['Collection,Name,Group', 'SQ010,sh010,Heroes'])

  expect(said).toEqual(['Column "Group" is not used: No field has this name; map it if one fits.'])
})
