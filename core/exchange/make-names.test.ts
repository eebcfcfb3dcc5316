import { expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import {
  newId,
  type CollectionId,
  type ItemId,
  type ItemKindId,
  type OperationId,
  type SpaceId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
} from '#core/lib/ids.ts'
import { applyImport } from './apply-import.ts'
import { toReverse, type ImportChanges } from './import-changes.ts'
import { idOfStep, namesStep } from './import-steps.ts'

const [hold, roto, vehicle] = [newId<StatusId>(), newId<StageId>(), newId<ItemKindId>()]
const [itemId, taskId] = [newId<ItemId>(), newId<TaskId>()]
const task = { id: newId<TaskId>(), itemId, stageId: roto, statusId: hold }

const changes: ImportChanges = {
  names: {
    statuses: [{ id: hold, name: 'On hold', shortCode: 'HOLD', color: '#6b7280', position: 6, isDone: false }],
    stages: [{ id: roto, name: 'Roto', color: '#ef4444', category: 'production', orderIndex: 140 }],
    kinds: [{ id: vehicle, key: 'vehicle', name: 'Vehicle', itemType: 'asset', position: 7 }],
    spaceStages: [{ stageId: roto, orderIndex: 20 }],
    spaceStatuses: [{ statusId: hold, orderIndex: 6 }],
  },
  collections: [],
  items: [{ id: itemId, collectionId: newId<CollectionId>(), title: 'Van', externalIds: {}, kindId: vehicle }],
  tasks: [
    {
      ...task,
      assigneeId: undefined,
      dueDate: undefined,
      estimatedHours: undefined,
      priority: undefined,
      isDisabled: undefined,
    },
  ],
  itemChanges: [{ id: newId<ItemId>(), expected: { kindId: null }, fields: { kindId: vehicle } }],
  taskChanges: [{ id: taskId, field: 'statusId', from: null, to: hold }],
  deletions: undefined,
}

/** A server that already has these rows; its first answer may be lost. */
function aServer(present: object, isLost = false) {
  const calls: (readonly [string, Readonly<Record<string, unknown>>])[] = []
  let isFirst = isLost
  const none = { collections: 0, items: 0, tasks: 0, comments: 0, changed: 0, deleted: 0, conflicts: [] }
  const call = async (name: string, request: Readonly<Record<string, unknown>> = {}) => {
    calls.push([name, request])
    if (isFirst) {
      isFirst = false
      throw new AppError('offline', 'Nobody answered.', { retryable: true })
    }
    return await Promise.resolve(name === 'insert_rows' ? { rev: 1 } : none)
  }
  const pull = async () => await Promise.resolve({ rev: 1, full: true, tables: present, deleted: {} })
  return { calls, gateway: { call, pull } as never }
}

const place = { studioId: newId<StudioId>(), spaceId: newId<SpaceId>() }
const tablesOf = (calls: ReturnType<typeof aServer>['calls']) =>
  calls.flatMap(([name, request]) => (name === 'insert_rows' ? [request['p_table']] : [name]))

test.each([false, true])('new names are added before rows, one call per table; an answer lost: %s', async (isLost) => {
  const { calls, gateway } = aServer({}, isLost)
  const operationId = newId<OperationId>()
  await applyImport(gateway, { ...place, changes, operationId, onConflict: 'skip' })

  const made = calls.slice(isLost ? 1 : 0)
  expect(tablesOf(made)).toEqual([
    'task_statuses',
    'stages',
    'item_kinds',
    'space_stages',
    'space_statuses',
    'apply_import',
  ])
  expect(made[0]?.[1]).toEqual({
    p_table: 'task_statuses',
    p_rows: [
      {
        id: hold,
        name: 'On hold',
        short_code: 'HOLD',
        color: '#6b7280',
        position: 6,
        is_done: false,
        studio_id: place.studioId,
      },
    ],
    p_operation_id: idOfStep(operationId, namesStep),
  })
  expect(made[3]?.[1]).toMatchObject({ p_rows: [{ space_id: place.spaceId, stage_id: roto, order_index: 20 }] })
})

test('names added before an interruption are sent again as the same rows', async () => {
  const { calls, gateway } = aServer({ task_statuses: [{ id: hold, name: 'On hold' }] })
  await applyImport(gateway, { ...place, changes, operationId: newId<OperationId>(), onConflict: 'skip' })

  expect(tablesOf(calls)[0]).toBe('task_statuses')
})

test('a name that somebody else has added since is reused, and undo keeps it', async () => {
  const [theirs, stage, kind] = [newId<StatusId>(), newId<StageId>(), newId<ItemKindId>()]
  const present = {
    task_statuses: [{ id: theirs, name: 'ON HOLD' }],
    stages: [{ id: stage, name: 'roto' }],
    item_kinds: [{ id: kind, name: 'Vehicle' }],
  }
  const { calls, gateway } = aServer(present)
  let made = changes
  const onFields = (next: ImportChanges): void => void (made = next)
  await applyImport(gateway, { ...place, changes, operationId: newId<OperationId>(), onConflict: 'skip', onFields })

  expect(tablesOf(calls)).toEqual(['space_stages', 'space_statuses', 'apply_import'])
  expect(calls.at(-1)?.[1]).toMatchObject({
    p_changes: {
      items: [{ kind_id: kind }],
      tasks: [{ stage_id: stage, status_id: theirs }],
      item_changes: [{ expected: { kind_id: null }, fields: { kind_id: kind } }],
      task_changes: [{ from: null, to: theirs }],
    },
  })
  expect(toReverse(made)).toMatchObject({
    taskChanges: [{ from: theirs, to: null }],
    deletions: { statuses: [], stages: [], kinds: [], spaceStages: [stage], spaceStatuses: [theirs] },
  })
})

test('changed values are checked before names are added', async () => {
  const { calls, gateway } = aServer({})
  await applyImport(gateway, { ...place, changes, operationId: newId<OperationId>(), onConflict: 'refuse' })

  expect(calls[0]).toMatchObject(['apply_import', { p_changes: { only_check: true } }])
  expect(calls[1]?.[0]).toBe('insert_rows')
})
