import { expect, test } from 'vitest'
import type { ScopeSums } from '#core/gateway/ports.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { newId, type CommentId, type ItemId, type MediaId, type StudioId, type TaskId } from '#core/lib/ids.ts'
import { sumRows } from '#core/schema/row-sum.ts'
import { newRow, type Rows, type TableName } from '#core/schema/tables.ts'
import { makeReplica } from './replica.ts'
import { findWrongTables } from './scope-check.ts'

type Tables = { readonly [Name in TableName]?: readonly Rows[Name][] }

/** Compares a device's cache of a scope with the server's rows. */
async function compare(
  scope: `item:${ItemId}` | `timeline:${StudioId}`,
  here: Tables,
  { from, ...there }: ScopeSums['tables'] & { readonly from?: CalendarDate },
) {
  const replica = makeReplica(scope)
  replica.merge({ rev: 7, full: true, tables: here, deleted: {} }, new Set())
  return await findWrongTables({
    replica,
    gateway: {
      check: async () => await Promise.resolve({ rev: 7, tables: there, ...(from === undefined ? {} : { from }) }),
    },
    clock: { after: (_ms, callback) => (queueMicrotask(callback), () => undefined) },
    signal: new AbortController().signal,
  })
}

const sum = (table: TableName, rows: readonly object[], column: string) => sumRows(table, rows, ['id', column])

const aFile = (filename: string) =>
  newRow('media', {
    id: newId<MediaId>(),
    filename,
    contentType: 'image/png',
    sizeBytes: 4,
    createdAt: 0,
  } as Rows['media'])

test('a file that nothing shows any more is ignored, and one that differs is found', async () => {
  const [shown, unseen] = [aFile('shown.png'), aFile('unseen.png')]
  const server = { media: { ...sum('media', [shown], 'filename'), keys: [shown.id] } } as ScopeSums['tables']
  const scope = `item:${newId<ItemId>()}` as const

  expect(await compare(scope, { media: [shown, unseen] }, server)).toEqual([])
  expect(await compare(scope, { media: [{ ...shown, filename: 'else.png' }, unseen] }, server)).toEqual(['media'])
  expect(await compare(scope, { media: [unseen] }, server)).toEqual(['media'])
})

test('a timeline task without blocks is ignored, and one with a block counts', async () => {
  const [planned, unplanned] = [newId<TaskId>(), newId<TaskId>()].map((id) => ({ id, itemTitle: 'SH010' }))
  const tasks = [planned, unplanned] as unknown as Rows['timeline_tasks'][]
  const blocks = [{ id: newId(), taskId: planned?.id }] as unknown as Rows['task_blocks'][]
  const server = { timeline_tasks: sum('timeline_tasks', tasks.slice(0, 1), 'item_title') } as ScopeSums['tables']
  const scope = `timeline:${newId<StudioId>()}` as const

  expect(await compare(scope, { timeline_tasks: tasks, task_blocks: blocks }, server)).toEqual([])
  expect(await compare(scope, { timeline_tasks: tasks.slice(1), task_blocks: blocks }, server)).toEqual([
    'timeline_tasks',
  ])
})

test('timeline blocks of work that is past are ignored, and all blocks of visible work count', async () => {
  const [gone, seen] = [newId<TaskId>(), newId<TaskId>()]
  const aBlock = (taskId: TaskId, startDate: string | undefined) => ({
    id: newId(),
    taskId,
    startDate,
    durationDays: 2.5,
  })
  const blocks = [
    aBlock(gone, '2026-08-01'),
    aBlock(gone, '2026-08-29'),
    aBlock(seen, '2026-05-04'),
    aBlock(seen, '2026-08-30'),
  ] as unknown as Rows['task_blocks'][]
  const server = { task_blocks: sum('task_blocks', blocks.slice(2), 'duration') } as ScopeSums['tables']
  const scope = `timeline:${newId<StudioId>()}` as const
  const from = '2026-09-01' as CalendarDate

  expect(await compare(scope, { task_blocks: blocks }, { ...server, from })).toEqual([])
  expect(await compare(scope, { task_blocks: blocks.slice(0, 3) }, { ...server, from })).toEqual(['task_blocks'])
  expect(await compare(scope, { task_blocks: blocks }, server)).toEqual(['task_blocks'])
})

test('JSON has the same sum whatever its key order or number format', () => {
  const comment = (metadata: object) => [{ id: newId<CommentId>(), metadata }].map((row) => ({ ...row, id: 'one' }))
  const add = (metadata: object): number | undefined => sum('comments', comment(metadata), 'metadata')?.sum

  expect(add({ b: [1, { d: 1e-7, c: null }], a: 'x' })).toBe(add({ a: 'x', b: [1, { c: null, d: 0.0000001 }] }))
  expect(add({ a: undefined })).toBe(add({}))
  expect(add({ a: 1e21 })).not.toBe(add({ a: 1e20 }))
  expect(add({ a: '1' })).not.toBe(add({ a: 1 }))
})
