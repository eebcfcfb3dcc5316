import { expect, test, vi } from 'vitest'
import { openFormulas } from '#core/fields/task-scope.ts'
import type { PullAnswer } from '#core/gateway/ports.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import {
  newId,
  toId,
  type CollectionId,
  type FieldId,
  type ItemId,
  type SpaceId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
} from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { makeFormulaColumns, type ColumnsRequest } from '#core/sync/formula-columns.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeColumnFeed } from './column-feed.ts'

const [studioId, spaceId] = [newId<StudioId>(), newId<SpaceId>()]
const [anim, todo, done] = [newId<StageId>(), newId<StatusId>(), newId<StatusId>()]
const collectionId = newId<CollectionId>()
const formulas = {
  size: 'weight * 2',
  finished: 'task("anim").done ? "yes" : "no"',
  each: '10 / weight',
  odd: 'size + 1',
}

const answer = (tables: PullAnswer['tables'], deleted: PullAnswer['deleted'] = {}): PullAnswer => ({
  rev: 1,
  full: false,
  tables,
  deleted,
})

const anItem = (at: number, weight: number) =>
  newRow('items', {
    id: toId<ItemId>(`i${at}`),
    collectionId,
    title: `sh${at}`,
    slug: `sh${at}`,
    orderRank: String(at),
    fields: { weight },
  })

const aTask = (at: number, statusId: StatusId) =>
  newRow('item_tasks', { id: toId<TaskId>(`t${at}`), itemId: toId<ItemId>(`i${at}`), stageId: anim, statusId })

/** Opens a space with a worker in this thread that receives the same messages as a real one. */
function open(count: number) {
  const [studioRows, rows] = [makeReplica(`studio:${studioId}`), makeReplica(`space:${spaceId}`)]
  const status = { color: '#000000', isDefault: false, position: 1 }
  const fieldOf = (key: string, formula?: string) =>
    newRow('field_definitions', {
      id: newId<FieldId>(),
      key,
      name: key,
      kind: formula === undefined ? 'number' : 'formula',
      formula: formula ?? '',
    })
  const catalogue = {
    field_definitions: [fieldOf('weight'), ...Object.entries(formulas).map(([key, text]) => fieldOf(key, text))],
    stages: [
      newRow('stages', { id: anim, name: 'Animation', color: '#000000', category: 'production', orderIndex: 1 }),
    ],
    task_statuses: [
      { ...status, id: todo, name: 'Todo', shortCode: 'TODO', isDone: false },
      { ...status, id: done, name: 'Done', shortCode: 'DONE', isDone: true },
    ],
  }
  studioRows.merge({ ...answer(catalogue), full: true }, new Set())
  const numbers = Array.from({ length: count }, (_, at) => at)
  const tables = { items: numbers.map((at) => anItem(at, at % 7)), item_tasks: numbers.map((at) => aTask(at, todo)) }
  rows.merge({ ...answer(tables), full: true }, new Set())
  const [studio, space] = [makeStudioReplica(studioId, studioRows), makeSpaceReplica({ studioId, spaceId }, rows)]
  const requests: ColumnsRequest[] = []
  const feed = makeColumnFeed({
    studio,
    space,
    today: () => '2026-12-20',
    tell: () => undefined,
    start: (hear) => {
      const take = makeFormulaColumns((values) => setTimeout(() => hear(structuredClone(values)), 0))
      return {
        post: (request) => {
          requests.push(request)
          take(structuredClone(request))
        },
      }
    },
  })
  const found = (key: string) =>
    [...rows.getRows('items').values()].map(({ id }) => {
      const value = feed.find({ key }, id)
      return value !== null && typeof value === 'object' && 'problem' in value ? value.problem.reason : value
    })
  const expected = (key: string) => {
    const opened = openFormulas(studio, space)
    return [...rows.getRows('items').values()].map((item) => {
      const result = opened.evaluate(key, item, '2026-12-20')
      return result.ok ? result.value : result.error.reason
    })
  }
  const areSame = () => {
    for (const key of Object.keys(formulas)) expect(found(key)).toEqual(expected(key))
  }
  return { rows, studioRows, requests, feed, areSame }
}

const rowsTold = (requests: readonly ColumnsRequest[]) =>
  requests.flatMap((request) => (request.kind === 'rows' ? request.at : []))

test("the worker's columns match the page's own results, including errors, and follow changes row by row", async () => {
  const { rows, requests, feed, areSame } = open(300)
  await vi.waitFor(areSame, 30_000)
  requests.length = 0

  rows.merge(answer({ items: [anItem(5, 70)], item_tasks: [aTask(8, done)] }), new Set())
  await vi.waitFor(areSame, 30_000)
  expect(rowsTold(requests).toSorted((one, other) => one - other)).toEqual([5, 8])
  expect(requests.every(({ kind }) => kind === 'rows')).toBe(true)

  rows.merge(answer({ items: [anItem(300, 3)] }, { items: ['i7'], item_tasks: ['t8'] }), new Set())
  await vi.waitFor(areSame, 30_000)
  expect(rowsTold(requests)).not.toContain(7)
  expect(feed.find({ key: 'size' }, toId<ItemId>('i300'))).toBe(6)
  feed.end()
})

test('a changed formula and a new condition are calculated for every item', async () => {
  const { studioRows, feed, areSame } = open(40)
  await vi.waitFor(areSame, 30_000)

  const size = [...studioRows.getRows('field_definitions').values()].find(({ key }) => key === 'size')
  if (size === undefined) throw new Error('no field')
  studioRows.merge(answer({ field_definitions: [{ ...size, formula: 'weight * 3' }] }), new Set())
  await vi.waitFor(areSame, 30_000)

  const condition = { text: 'size > 15 && !task("anim").done' }
  await vi.waitFor(() => expect(feed.find(condition, toId<ItemId>('i6'))).toBe(true), 30_000)
  expect(feed.find(condition, toId<ItemId>('i1'))).toBe(false)
  feed.end()
})

test('outdated conditions are dropped, those still in use are kept', async () => {
  const { rows, requests, feed, areSame } = open(10)
  await vi.waitFor(areSame, 30_000)
  const [kept, item] = [{ text: 'size > 4' }, toId<ItemId>('i3')]

  for (let at = 0; at < 20; at += 1) {
    feed.find({ text: `size > ${at} && finished == "no"` }, item)
    feed.find(kept, item)
  }
  rows.merge(answer({ items: [anItem(3, 0)] }), new Set())

  await vi.waitFor(() => expect(feed.find(kept, item)).toBe(false), 30_000)
  const dropped = requests.flatMap((request) => (request.kind === 'drop' ? request.column : []))
  expect(dropped).toContain('text size > 0 && finished == "no"')
  expect(dropped).toHaveLength(11)
  expect(dropped).not.toContain(`text ${kept.text}`)
  feed.end()
})
