import { expect, test } from 'vitest'
import { plainColumns } from '#core/items/column-look.ts'
import { newId, toId, type FieldId } from '#core/lib/ids.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newRow } from '#core/schema/tables.ts'
import { aTaskRow } from './test/a-task-row.ts'
import type { TaskRow } from './task-rows.ts'
import { listTaskColumns } from './task-columns.ts'
import { makeTaskLook } from './task-look.tsx'
import type { TaskListReader } from './task-reader.ts'
import { groupTasks, sortTasks, type ValueReader } from './task-values.ts'

const effort = newRow('field_definitions', {
  id: newId<FieldId>(),
  of: 'task',
  key: 'effort',
  name: 'Effort',
  kind: 'number',
})
const vendor = newRow('field_definitions', {
  id: newId<FieldId>(),
  of: 'task',
  key: 'vendor',
  name: 'Vendor',
  kind: 'choice',
  options: [
    { id: 'north', name: 'North', color: '#111111' },
    { id: 'east', name: 'East', color: '#222222' },
  ],
})
const reader: ValueReader = {
  fields: [effort, vendor],
  // Only the members' names are read.
  members: [
    { userId: 'u2', displayName: 'Ana' },
    { userId: 'u1', displayName: 'Zoe' },
  ] as unknown as readonly MemberRow[],
  kinds: [
    { id: toId('vehicle'), name: 'Vehicle' },
    { id: toId('matte'), name: 'Matte painting' },
  ],
  valueOf: (field, row) => row.task.fields?.[field.key],
  today: '2026-11-24',
}

function idsOf(rows: readonly TaskRow[]): string {
  return rows.map(({ task }) => task.id).join('')
}

function sorted(rows: readonly TaskRow[], columnId: string, isDown = false): string {
  return idsOf(sortTasks(rows, { columnId, isDown }, reader))
}

test('tasks are sorted by due date up and down, undated ones last either way, and equals keep their order', () => {
  const rows = [
    aTaskRow('a'),
    aTaskRow('b', { due: '2026-12-01' }),
    aTaskRow('c', { due: '2026-11-01' }),
    aTaskRow('d'),
  ]

  expect(sorted(rows, 'due')).toBe('cbad')
  expect(sorted(rows, 'due', true)).toBe('bcad')
})

test('tasks are sorted by the names of artists and items rather than ids, and by numbers in names', () => {
  const rows = [
    aTaskRow('a', { artist: 'u1', item: 'sh100' }),
    aTaskRow('b', { artist: 'u2', item: 'sh20' }),
    aTaskRow('c'),
  ]

  expect(sorted(rows, 'artist')).toBe('bac')
  expect(sorted(rows, 'item')).toBe('cba')
})

test('tasks are sorted by fields, and not by a deleted column', () => {
  const rows = [aTaskRow('a'), aTaskRow('b', { fields: { effort: 2 } }), aTaskRow('c', { fields: { effort: 12 } })]

  expect(sorted(rows, effort.id, true)).toBe('cba')
  expect(sorted(rows, 'gone')).toBe('abc')
})

function grouped(rows: readonly TaskRow[], columnId: string): readonly string[] | undefined {
  return groupTasks(rows, columnId, reader)?.map(({ name, rows: of }) => `${name}: ${idsOf(of)}`)
}

test('tasks are grouped by stage, artist, status and collection in their own order, whatever the order of the tasks', () => {
  const rows = [
    aTaskRow('a', { isDone: true }),
    aTaskRow('b', { stage: 'Layout', artist: 'u1' }),
    aTaskRow('c', { artist: 'u2' }),
  ]

  expect(grouped(rows, 'stage')).toEqual(['Layout: b', 'Animation: ac'])
  expect(grouped(rows, 'artist')).toEqual(['Ana: c', 'Zoe: b', 'Nobody: a'])
  expect(grouped(rows, 'status')).toEqual(['WIP: bc', 'Done: a'])
  expect(grouped(rows, 'place')).toEqual(['SQ010: abc'])
  expect(grouped(rows, 'gone')).toBeUndefined()
})

test('tasks are grouped by a field in the order of its options, tasks without a value last', () => {
  const rows = [
    aTaskRow('a'),
    aTaskRow('b', { fields: { vendor: 'east' } }),
    aTaskRow('c', { fields: { vendor: 'north' } }),
  ]

  expect(grouped(rows, vendor.id)).toEqual(['North: c', 'East: b', 'No vendor: a'])
})

test('tasks are grouped and sorted by kinds of items in the studio’s order, then deleted kinds, then none', () => {
  const given = [undefined, 'gone', 'matte', 'vehicle'].map((kind, at) => aTaskRow('abcd'.charAt(at), { kind }))

  expect(grouped(given, 'kind')).toEqual(['Vehicle: d', 'Matte painting: c', '(removed): b', 'No kind: a'])
  expect(sorted(given, 'kind', true)).toBe('bcda')
})

test('the Kind column shows the kind of a task’s item', () => {
  const look = makeTaskLook({ ...reader, describeWaits: () => undefined } as unknown as TaskListReader)
  const column = listTaskColumns([], plainColumns).find(({ name }) => name === 'Kind')
  if (column === undefined) throw new Error('no column')
  const say = (kind: string | undefined) => look.cell(aTaskRow('a', { kind }), column).content

  expect([say('vehicle'), say('gone'), say(undefined)]).toEqual(['Vehicle', '(removed)', undefined])
})

test('tasks are grouped by due date, and a done task is never overdue', () => {
  const rows = [
    aTaskRow('a', { due: '2026-11-23' }),
    aTaskRow('b', { due: '2026-11-23', isDone: true }),
    aTaskRow('c', { due: '2026-11-24' }),
    aTaskRow('d', { due: '2026-12-01' }),
    aTaskRow('e', { due: '2026-12-02' }),
    aTaskRow('f'),
  ]

  expect(grouped(rows, 'due')).toEqual([
    'Overdue: a',
    'Before today, done: b',
    'Due today: c',
    'In the next 7 days: d',
    'Later: e',
    'No due date: f',
  ])
})

test('tasks are grouped by priority, most urgent first, and by estimate, least first', () => {
  const rows = [aTaskRow('a', { hours: 8 }), aTaskRow('b', { priority: 9, hours: 2 }), aTaskRow('c', { priority: 3 })]

  expect(grouped(rows, 'priority')).toEqual(['Urgent: b', 'Normal: c', 'No priority: a'])
  expect(grouped(rows, 'estimate')).toEqual(['2.0h: b', '8.0h: a', 'No estimate: c'])
})
