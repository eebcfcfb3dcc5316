import { expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import {
  newId,
  type CollectionId,
  type ItemId,
  type OperationId,
  type SpaceId,
  type StageId,
  type StudioId,
  type TaskId,
} from '#core/lib/ids.ts'
import { applyImport, undoImportedChanges } from './apply-import.ts'
import type { ImportProgress } from './import-progress.ts'
import { toReverse, type ImportChanges } from './import-changes.ts'
import { idOfStep, listSteps } from './import-steps.ts'

/** Makes changes with that many new items, and that many tasks each, in one new collection. */
function manyItems(count: number, tasksEach: number): ImportChanges {
  const collection = { id: newId<CollectionId>(), name: 'SQ010', isDefault: false }
  const items = Array.from({ length: count }, (_, at) => ({
    id: newId<ItemId>(),
    collectionId: collection.id,
    title: `SH${at}`,
    externalIds: {},
    frameIn: undefined,
    frameOut: undefined,
    handleIn: undefined,
    handleOut: undefined,
    frameRate: undefined,
  }))
  const stages = Array.from({ length: tasksEach }, () => newId<StageId>())
  const tasks = items.flatMap(({ id }) => stages.map((stageId) => aTask(id, stageId)))
  return { collections: [collection], items, tasks, itemChanges: [], taskChanges: [], deletions: undefined }
}

function aTask(itemId: ItemId, stageId = newId<StageId>()): ImportChanges['tasks'][number] {
  const absent = { statusId: undefined, assigneeId: undefined, dueDate: undefined, estimatedHours: undefined }
  return { id: newId<TaskId>(), itemId, stageId, ...absent, priority: undefined, isDisabled: undefined }
}

const sizes = (steps: readonly ImportChanges[]) =>
  steps.map(({ collections, items, tasks, deletions: { collections: c = [], items: i = [], tasks: t = [] } = {} }) => [
    [collections, items, tasks].map(({ length }) => length),
    [c, i, t].map(({ length }) => length),
  ])

test('a small import is one step, a large one several, each item with its tasks and in order', () => {
  const little = manyItems(200, 9)
  const much = manyItems(1000, 9)
  const steps = listSteps(much, 'refuse')

  expect(listSteps(little, 'refuse')).toEqual([little])
  expect(sizes(steps).map(([made]) => made)).toEqual([
    [1, 300, 2700],
    [0, 300, 2700],
    [0, 300, 2700],
    [0, 100, 900],
  ])
  expect(steps.flatMap(({ items }) => items)).toEqual(much.items)
  expect(steps.flatMap(({ tasks }) => tasks)).toEqual(much.tasks)
})

test('new tasks of existing items, an item with very many tasks, and changes are applied once', () => {
  const { items, ...rest } = manyItems(1, 5000)
  const there = Array.from({ length: 4000 }, () => aTask(newId<ItemId>()))
  const changes = { ...rest, items, tasks: [...there, ...rest.tasks] }
  const taskChanges = [{ id: newId<TaskId>(), field: 'priority', from: 0, to: 1 }] as const
  const steps = listSteps({ ...changes, taskChanges }, 'refuse')

  expect(steps.map(({ taskChanges }) => taskChanges.length)).toEqual([1, 0, 0])
  expect(new Set(steps.flatMap(({ tasks }) => tasks))).toEqual(new Set(changes.tasks))
  expect(steps.flatMap((step) => step.items)).toEqual(items)
})

test('many changed values are checked together, then written in steps, those of one task together', () => {
  const { collections } = manyItems(0, 0)
  const itemChanges = Array.from({ length: 2000 }, (_, at) => ({
    id: newId<ItemId>(),
    expected: { title: `SH${at}` },
    fields: { title: `SH${at}0` },
  }))
  const taskChanges = Array.from({ length: 900 }, () => newId<TaskId>()).flatMap((id) => [
    { id, field: 'isDisabled' as const, from: true, to: false },
    { id, field: 'priority' as const, from: 0, to: 1 },
  ])
  const changes = { ...manyItems(0, 0), collections, itemChanges, taskChanges }

  const steps = listSteps(changes, 'refuse')
  const [check, ...writing] = steps

  expect(check).toMatchObject({ isCheck: true, itemChanges, taskChanges, collections: [] })
  expect(writing.map((step) => [step.collections.length, step.itemChanges.length, step.taskChanges.length])).toEqual([
    [1, 1500, 0],
    [0, 500, 1000],
    [0, 0, 800],
  ])
  expect(writing.flatMap((step) => step.itemChanges)).toEqual(itemChanges)
  expect(writing.flatMap((step) => step.taskChanges)).toEqual(taskChanges)
  expect(listSteps(changes, 'skip')).toEqual(writing)
})

test('checks are split by request size, and all come before the first write', () => {
  const taskChanges = Array.from({ length: 50_000 }, (_, at) => {
    return { id: newId<TaskId>(), field: 'priority' as const, from: 0, to: at % 4 }
  })
  const itemChanges = Array.from({ length: 21_000 }, () => ({ id: newId<ItemId>(), expected: {}, fields: {} }))
  const steps = listSteps({ ...manyItems(0, 0), itemChanges, taskChanges }, 'refuse')
  const checks = steps.filter(({ isCheck }) => isCheck)

  expect(steps.slice(0, checks.length)).toEqual(checks)
  expect(checks.flatMap((step) => step.itemChanges)).toEqual(itemChanges)
  expect(checks.flatMap((step) => step.taskChanges)).toEqual(taskChanges)
  expect(Math.max(...steps.map((step) => step.itemChanges.length + step.taskChanges.length))).toBe(20_000)
})

test('a large undo runs in steps, each deletion once, contents before containers', () => {
  const reverse = toReverse(manyItems(1000, 1))

  expect(sizes(listSteps(reverse, 'skip')).map(([, deleted]) => deleted)).toEqual([
    [0, 0, 0],
    [0, 0, 1000],
    [0, 1000, 0],
    [1, 0, 0],
  ])
  expect(listSteps(toReverse(manyItems(500, 1)), 'skip')).toHaveLength(1)
})

test('each step has an id derived from the operation’s', () => {
  const id = '019aa3f2-0000-7000-8000-ffffffffffff' as OperationId

  expect([0, 1, 2].map((index) => idOfStep(id, index).slice(-12))).toEqual([
    'ffffffffffff',
    '000000000000',
    '000000000001',
  ])
})

type Asked = { p_operation_id: string; p_changes: { items: readonly object[]; on_conflict: string } }

/** A server that keeps its answers by operation id, and fails when the test says so. */
function aServer(failAt: (call: number) => AppError | undefined = () => undefined) {
  const known = new Map<string, number>()
  let calls = 0
  const call = async (_name: string, request: unknown): Promise<never> => {
    const { p_operation_id: id, p_changes: changes } = request as Asked
    const failure = failAt(calls)
    calls += 1
    if (failure !== undefined && !failure.retryable) throw failure
    if (!known.has(id)) known.set(id, changes.items.length)
    if (failure !== undefined) throw failure
    const none = { collections: 0, tasks: 0, comments: 0, changed: 0, deleted: 0, conflicts: [] }
    return await Promise.resolve({ ...none, items: known.get(id) } as never)
  }
  const pull = async () => await Promise.reject(new Error('Nothing here makes fields'))
  return { gateway: { call, pull }, countItems: () => [...known.values()].reduce((sum, count) => sum + count, 0) }
}

const changes = manyItems(1000, 9)
const request = {
  studioId: newId<StudioId>(),
  spaceId: newId<SpaceId>(),
  changes,
  operationId: newId<OperationId>(),
  onConflict: 'refuse',
} as const

test('an import returns one outcome for all steps, and reports its progress', async () => {
  const { gateway } = aServer()
  const told: ImportProgress[] = []

  const outcome = await applyImport(gateway, { ...request, onStep: (progress) => void told.push(progress) })

  expect(outcome).toMatchObject({ items: 1000, conflicts: [] })
  expect(told.map(({ done }) => done)).toEqual([3001, 6001, 9001, 10_001])
  expect(told.at(-1)?.rows).toBe(10_001)
})

test('a lost answer is found again, and an interrupted import continues without repeating anything', async () => {
  const lost = new AppError('offline', 'No answer', { retryable: true })
  const { gateway, countItems } = aServer((call) => (call === 1 || call === 3 || call === 4 ? lost : undefined))
  const told: number[] = []
  const asked = { ...request, onStep: ({ done }: ImportProgress) => void told.push(done) }

  await expect(applyImport(gateway, asked)).rejects.toBe(lost)
  const before = told.length
  const outcome = await applyImport(gateway, asked)

  expect(before).toBe(2)
  expect(outcome.items).toBe(1000)
  expect(countItems()).toBe(1000)
})

test('a server error ends the import, and what was created can be undone', async () => {
  const full = new AppError('invalid-input', 'The studio’s disk is full')
  const { gateway, countItems } = aServer((call) => (call === 2 ? full : undefined))

  await expect(applyImport(gateway, request)).rejects.toBe(full)

  expect(countItems()).toBe(600)
  const { operationId, spaceId, studioId } = request
  await expect(
    undoImportedChanges(gateway, { studioId, spaceId, operationId, reverse: toReverse(changes) }),
  ).resolves.toBeDefined()
})
