import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { expect, test } from 'vitest'
import { toId, type ItemId, type StageId, type StatusId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { arrangeTasks, countTasks, type TaskListView, type TaskRow } from './task-rows.ts'

const me = toId<UserId>('me')
const view: TaskListView = {
  query: '',
  isMineOnly: false,
  stageIds: [],
  statusIds: [],
  artistIds: [],
  sort: 'place',
  condition: '',
}

type Given = {
  readonly item?: string
  readonly stage?: string
  readonly isDone?: boolean
  readonly artist?: UserId
  readonly due?: CalendarDate
}

function aRow(id: string, { item = 'sh010', stage = 'Animation', isDone = false, artist, due }: Given = {}): TaskRow {
  const statusId = toId<StatusId>(isDone ? 'done' : 'wip')
  const task = newRow('item_tasks', {
    id: toId<TaskId>(id),
    itemId: toId<ItemId>(item),
    stageId: toId<StageId>(stage),
    statusId,
    dueDate: due,
  })
  // Of a place only names are looked at.
  const place = {
    item: { title: item },
    collection: { name: 'SQ010' },
    space: { name: 'Sequences' },
  } as TaskRow['place']
  const status = { id: statusId, isDone, position: isDone ? 5 : 1 } as NonNullable<TaskRow['status']>
  return {
    task,
    place,
    stage: { id: toId<StageId>(stage), name: stage, orderIndex: 0 } as TaskRow['stage'],
    status,
    artists: artist === undefined ? [] : [artist],
  }
}

function idsOf(rows: readonly TaskRow[]): readonly string[] {
  return rows.map(({ task }) => task.id)
}

test('narrows to words of item, stage, collection and space, all of them', () => {
  const rows = [aRow('a'), aRow('b', { stage: 'Layout' }), aRow('c', { item: 'sh020' })]

  expect(idsOf(arrangeTasks(rows, { ...view, query: 'sh010 anim' }, { me }))).toEqual(['a'])
  expect(idsOf(arrangeTasks(rows, { ...view, query: 'sq010 SEQ' }, { me }))).toEqual(['a', 'b', 'c'])
})

test('narrows to mine, and to chosen stages and artists together', () => {
  const other = toId<UserId>('other')
  const rows = [aRow('a', { artist: me }), aRow('b', { artist: other }), aRow('c', { artist: me, stage: 'Layout' })]

  expect(idsOf(arrangeTasks(rows, { ...view, isMineOnly: true }, { me }))).toEqual(['a', 'c'])
  expect(idsOf(arrangeTasks(rows, { ...view, artistIds: [me], stageIds: ['Layout'] }, { me }))).toEqual(['c'])
})

test('sorts by due date with undated tasks last, and leaves what is alike in its place', () => {
  const rows = [aRow('a'), aRow('b', { due: '2026-12-01' }), aRow('c', { due: '2026-11-01' }), aRow('d')]

  expect(idsOf(arrangeTasks(rows, { ...view, sort: 'due' }, { me }))).toEqual(['c', 'b', 'a', 'd'])
})

test('counts what is done, and what is open and late', () => {
  const rows = [
    aRow('a', { isDone: true, due: '2026-01-01' }),
    aRow('b', { due: '2026-11-23' }),
    aRow('c', { due: '2026-11-24' }),
  ]

  expect(countTasks(rows, '2026-11-24')).toEqual({ done: 1, late: 1 })
})
