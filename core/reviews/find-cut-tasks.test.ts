import { expect, test } from 'vitest'
import type { ImportRow } from '#core/exchange/import-row.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { CollectionId, ItemId, SpaceId, StageId, TaskId } from '#core/lib/ids.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import { findCutTasks, describeLeftOut } from './find-cut-tasks.ts'

const stage = { id: anId<StageId>(5, 1), name: 'Animation' }

/** A space with these sequences and shots: all have a task except `none`, and that of `off` is disabled. */
function aSpace(number: number, sequences: Readonly<Record<string, readonly string[]>>): SpaceReplica {
  const collections = Object.keys(sequences).map((name, at) => ({ id: anId<CollectionId>(4, number * 10 + at), name }))
  const items = Object.values(sequences).map((titles, sequence) =>
    titles.map((title, at) => ({ id: anId<ItemId>(7, number * 1000 + sequence * 100 + at), title, slug: title })),
  )
  const taskOf = (itemId: string) => {
    const { title = '' } = items.flat().find(({ id }) => id === itemId) ?? {}
    const id = anId<TaskId>(8, Number(itemId.slice(-6)))
    return title === 'none' ? [] : [{ id, stageId: stage.id, isDisabled: title === 'off' }]
  }
  // Only the parts that are read.
  return {
    spaceId: anId<SpaceId>(3, number),
    getCollections: () => collections,
    getItems: (id: CollectionId) => items[collections.findIndex((each) => each.id === id)] ?? [],
    replica: { getUnder: (_table: string, itemId: string) => taskOf(itemId) },
  } as unknown as SpaceReplica
}

function aRow(line: number, title: string, given: Partial<ImportRow> = {}): ImportRow {
  const item = { frameIn: 1000 + line, frameOut: 1020 + line }
  return { line, title, collection: undefined, slug: undefined, item, externalIds: {}, tasks: new Map(), ...given }
}

const spaces = [
  aSpace(1, { sq010: ['sh010', 'sh020', 'none'], sq020: ['sh010', 'off'] }),
  aSpace(2, { sq030: ['sh300'] }),
]

test('a cut’s shots are found in its order, in all spaces, with their ranges', () => {
  const rows = [
    aRow(1, 'SH300', { item: { frameIn: 1009, frameOut: 1020, handleIn: 8, handleOut: 99_999 } }),
    aRow(2, 'sh010', { collection: 'SQ020' }),
    aRow(3, 'sh020', { item: {} }),
  ]

  const { tasks, left } = findCutTasks(rows, { spaces, stage })

  expect(left).toEqual([])
  expect(tasks).toEqual([
    {
      taskId: anId(8, 2000),
      itemId: anId(7, 2000),
      spaceId: anId(3, 2),
      cutIn: 1009,
      cutOut: 1020,
      handleIn: 8,
      handleOut: 10_000,
    },
    { taskId: anId(8, 1100), itemId: anId(7, 1100), spaceId: anId(3, 1), cutIn: 1002, cutOut: 1022 },
    { taskId: anId(8, 1001), itemId: anId(7, 1001), spaceId: anId(3, 1) },
  ])
})

test('each shot left out of a cut has a reason', () => {
  const rows = [
    aRow(1, 'sh010'),
    aRow(2, 'gone'),
    aRow(3, 'none'),
    aRow(4, 'off'),
    aRow(5, 'x', { problem: 'two rates' }),
  ]

  const { tasks, left } = findCutTasks(rows, { spaces, stage })

  expect(tasks).toEqual([])
  expect(left.map(({ why }) => why)).toEqual([
    'several shots have this name',
    'there is no such shot',
    'it has no task in Animation',
    'its task in Animation is disabled',
    'two rates',
  ])
  expect(describeLeftOut([...left, ...left])).toBe(
    '10 of the cut left out: sh010 (line 1): several shots have this name; gone (line 2): there is no such shot; ' +
      'none (line 3): it has no task in Animation; off (line 4): its task in Animation is disabled; ' +
      'x (line 5): two rates and 5 more.',
  )
  expect(describeLeftOut([])).toBeUndefined()
  expect(describeLeftOut([{ line: 1, name: 'a', why: 'It has no frame rate.' }])).toBe(
    '1 of the cut left out: a (line 1): It has no frame rate.',
  )
})
