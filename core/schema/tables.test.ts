import { expect, test } from 'vitest'
import { newId, type CollectionId, type ItemId, type StageId, type StatusId, type TaskId } from '#core/lib/ids.ts'
import { findCacheFormat } from './cache-format.ts'
import { columnsOf, describe, newRow, rowKey, tableNames, tables, tablesIn } from './tables.ts'

test('a parent table is one that clients cache, and is listed before its children', () => {
  const parents = tableNames.map((name) => [tableNames.indexOf(name), describe(name).belongsTo?.table] as const)
  const wrong = parents.filter(
    ([at, parent]) => parent !== undefined && !tableNames.slice(0, at).some((name) => name === parent),
  )

  expect(wrong).toEqual([])
})

test('every table has a scope and a key, and no two of its fields share a column', () => {
  for (const name of tableNames) {
    const { key, scopes } = describe(name)
    const columns = columnsOf(name).map(({ column }) => column)

    expect({ name, key, scopes }).not.toMatchObject({ key: [] })
    expect({ name, scopes }).not.toMatchObject({ scopes: [] })
    expect({ name, columns }).toEqual({ name, columns: [...new Set(columns)] })
  }
})

test('a new row has every field, with defaults for those not given', () => {
  const id = newId<ItemId>()
  const item = newRow('items', {
    id,
    collectionId: newId<CollectionId>(),
    title: 'sh010',
    slug: 'sh010',
    orderRank: '1',
  })

  expect(Object.keys(item).toSorted()).toEqual(Object.keys(tables.items.fields).toSorted())
  expect(item).toMatchObject({ id, description: '', itemType: 'shot', position: 0, frameIn: undefined })
})

test('the parts of a composite key are joined in order', () => {
  const stageId = newId<StageId>()

  expect(rowKey('space_stages', { spaceId: newId(), stageId, isActive: true, orderIndex: 0 })).toMatch(`:${stageId}`)
  expect(rowKey('task_estimations', { taskId: newId<TaskId>(), estimatedHours: 1 })).not.toContain(':')
})

test('each kind of scope pulls its own tables', () => {
  expect(tablesIn('timeline')).toEqual(['task_blocks', 'timeline_tasks', 'member_days_off'])
  expect(tablesIn('board')).toEqual(['boards', 'canvas_items', 'media'])
})

test('the cache format changes when a field is added, and is otherwise stable', () => {
  const before = findCacheFormat()
  const fields: Record<string, unknown> = tables.item_tasks.fields
  fields['isOmitted'] = { kind: 'same', hasDefault: false }
  const after = findCacheFormat()
  delete fields['isOmitted']

  expect(after).not.toBe(before)
  expect(findCacheFormat()).toBe(before)
  expect(
    newRow('item_tasks', { id: newId(), itemId: newId(), stageId: newId(), statusId: newId<StatusId>() }),
  ).not.toHaveProperty('isOmitted')
})
