import type { Task } from '#core/schema/item-tasks.ts'
import { expect, test, vi } from 'vitest'
import type { PullAnswer } from '#core/gateway/ports.ts'
import {
  toId,
  type ItemId,
  type ProjectId,
  type ReviewSessionId,
  type RoleId,
  type SpaceId,
  type SpaceViewId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
  type ProjectViewId,
} from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import type { Patch } from './patches.ts'
import { makeReplica, type WritableReplica } from './replica.ts'

const scope = `space:${anId<SpaceId>(3, 1)}` as const
const place = { scope, table: 'item_tasks' } as const
const none: ReadonlySet<string> = new Set()
const statusId = (number: number): StatusId => anId<StatusId>(6, number)
const itemId = (number: number): ItemId => anId<ItemId>(7, number)
const taskId = (number: number): TaskId => anId<TaskId>(8, number)

function aTask(number: number, overrides: Partial<Task> = {}): Task {
  return newRow('item_tasks', {
    id: taskId(number),
    itemId: itemId(number),
    stageId: anId<StageId>(5, 1),
    statusId: statusId(0),
    ...overrides,
  })
}

function setTasks(keys: readonly TaskId[], fields: Partial<Task>): Patch {
  return { kind: 'set', ...place, keys, fields }
}

function removeTasks(keys: readonly TaskId[]): Patch {
  return { kind: 'remove', ...place, keys }
}

function anAnswer(tasks: readonly Task[], overrides: Partial<PullAnswer> = {}): PullAnswer {
  return { rev: 2, full: false, tables: { item_tasks: tasks }, deleted: {}, ...overrides }
}

function aReplica(...tasks: readonly Task[]): WritableReplica {
  const replica = makeReplica(scope)
  replica.merge(anAnswer(tasks, { rev: 1, full: true }), none)
  return replica
}

test('a pending write shows at once, and dropping it reveals the server’s row', () => {
  const replica = aReplica(aTask(1))
  replica.addLayer('a', [setTasks([taskId(1)], { statusId: statusId(1) })])
  expect(replica.find('item_tasks', taskId(1))?.statusId).toBe(statusId(1))

  replica.dropLayers(new Set(['a']))

  expect(replica.find('item_tasks', taskId(1))).toEqual(aTask(1))
})

test('dropping a refused write keeps later writes and what the server has sent since', () => {
  const replica = aReplica(aTask(1))
  replica.addLayer('a', [setTasks([taskId(1)], { statusId: statusId(1), priority: 5 })])
  replica.addLayer('b', [setTasks([taskId(1)], { statusId: statusId(2) })])
  replica.merge(anAnswer([aTask(1, { isDisabled: true })]), none)

  replica.dropLayers(new Set(['a']))

  expect(replica.find('item_tasks', taskId(1))).toEqual(aTask(1, { isDisabled: true, statusId: statusId(2) }))
})

test('a pull that contains a write replaces it with the server’s row in one step', () => {
  const replica = aReplica(aTask(1))
  const patch = setTasks([taskId(1)], { statusId: statusId(1) })
  replica.addLayer('a', [patch])
  const seen: unknown[] = []
  replica.subscribeRow(taskId(1), () => seen.push(replica.find('item_tasks', taskId(1))?.statusId))

  replica.merge(anAnswer([aTask(1, { statusId: statusId(3) })]), new Set(['a']))

  expect(seen).toEqual([statusId(3)])
  expect(replica.toCache().tables.item_tasks).toEqual([aTask(1, { statusId: statusId(3) })])
})

test('a pulled row gets the pending change to it, and one deleted by a pending write stays hidden', () => {
  const replica = aReplica()
  replica.addLayer('a', [setTasks([taskId(1)], { priority: 7 }), removeTasks([taskId(2)])])

  replica.merge(anAnswer([aTask(1), aTask(2)]), none)

  expect(replica.find('item_tasks', taskId(1))?.priority).toBe(7)
  expect(replica.find('item_tasks', taskId(2))).toBeUndefined()
  expect(replica.toCache().tables.item_tasks).toEqual([aTask(1), aTask(2)])
})

test('a created row keeps the server’s version once that has arrived', () => {
  const replica = aReplica()
  replica.addLayer('a', [{ kind: 'add', ...place, rows: [aTask(1)] }])
  expect(replica.getUnder('item_tasks', itemId(1))).toEqual([aTask(1)])
  expect(replica.toCache().tables.item_tasks).toEqual([])

  replica.merge(anAnswer([aTask(1, { priority: 4 })]), none)

  expect(replica.find('item_tasks', taskId(1))?.priority).toBe(4)
})

test('pending writes stay on top when all rows are replaced', () => {
  const replica = aReplica(aTask(1))
  replica.addLayer('a', [setTasks([taskId(1)], { priority: 7 })])

  replica.merge(anAnswer([aTask(1, { isDisabled: true }), aTask(2)], { full: true }), none)

  expect([...replica.getRows('item_tasks').values()]).toEqual([aTask(1, { isDisabled: true, priority: 7 }), aTask(2)])
})

test('listeners are notified only of their own row, its children and their table', () => {
  const replica = aReplica(aTask(1), aTask(2))
  const [row, item, other, table, otherTable] = [
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
  ]
  replica.subscribeRow(taskId(1), row)
  replica.subscribeRow(itemId(1), item)
  replica.subscribeRow(itemId(2), other)
  replica.subscribeTable('item_tasks', table)
  replica.subscribeTable('collections', otherTable)
  const before = replica.getRowVersion(itemId(1))

  replica.addLayer('a', [setTasks([taskId(1)], { priority: 1 })])

  for (const heard of [row, item, table]) expect(heard).toHaveBeenCalledTimes(1)
  for (const heard of [other, otherTable]) expect(heard).not.toHaveBeenCalled()
  expect(replica.getRowVersion(itemId(1))).toBeGreaterThan(before)
})

test('changing an estimate notifies its task’s item, and unchanged rows stay the same objects', () => {
  const replica = aReplica(aTask(1), aTask(2))
  const untouched = replica.find('item_tasks', taskId(2))
  const item = vi.fn<() => void>()
  replica.subscribeRow(itemId(1), item)
  const estimations = { scope, table: 'task_estimations' } as const

  replica.addLayer('a', [{ kind: 'add', ...estimations, rows: [{ taskId: taskId(1), estimatedHours: 4 }] }])

  expect(item).toHaveBeenCalledTimes(1)
  expect(replica.find('item_tasks', taskId(2))).toBe(untouched)
})

test('adding the same layer twice counts once', () => {
  const replica = aReplica(aTask(1))
  const patch = setTasks([taskId(1)], { priority: 1 })
  replica.addLayer('a', [patch])
  replica.addLayer('a', [patch])

  replica.dropLayers(new Set(['a']))

  expect(replica.find('item_tasks', taskId(1))).toEqual(aTask(1))
})

test('a row deleted and restored since the last pull is present', () => {
  const replica = aReplica(aTask(1))

  replica.merge(anAnswer([aTask(1, { priority: 3 })], { deleted: { item_tasks: [taskId(1)] } }), none)

  expect(replica.find('item_tasks', taskId(1))).toEqual(aTask(1, { priority: 3 }))
})

test('a settled write no longer overlays a scope that was gone and came back', () => {
  const replica = aReplica(aTask(1))
  replica.addLayer('settled', [removeTasks([taskId(1)])])
  replica.addLayer('pending', [setTasks([taskId(1)], { priority: 7 })])
  replica.setGone(new Set(['settled']))

  replica.merge(anAnswer([aTask(1)], { full: true }), none)

  expect(replica.getState()).toBe('ready')
  expect(replica.find('item_tasks', taskId(1))).toEqual(aTask(1, { priority: 7 }))
})

test('a pull that confirms what is shown changes no row or version', () => {
  const replica = aReplica(aTask(1))
  replica.addLayer('a', [setTasks([taskId(1)], { statusId: statusId(1) })])
  const [shown, version] = [replica.find('item_tasks', taskId(1)), replica.getRowVersion(taskId(1))]

  replica.merge(anAnswer([aTask(1, { statusId: statusId(1) })]), new Set(['a']))

  expect(replica.find('item_tasks', taskId(1))).toBe(shown)
  expect(replica.getRowVersion(taskId(1))).toBe(version)
  expect(replica.toCache().tables.item_tasks).toEqual([aTask(1, { statusId: statusId(1) })])
})

test('a list of children that was handed out stays unchanged, and the next one has every change', () => {
  const other = aTask(2, { itemId: itemId(1) })
  const replica = aReplica(aTask(1), other)
  const held = replica.getUnder('item_tasks', itemId(1))

  replica.addLayer('a', [setTasks([taskId(1)], { priority: 3 })])
  replica.merge(anAnswer([aTask(2, { itemId: itemId(9) })]), none)

  expect(held).toEqual([aTask(1), other])
  expect(replica.getUnder('item_tasks', itemId(1))).toEqual([aTask(1, { priority: 3 })])
  expect(replica.getUnder('item_tasks', itemId(9))).toEqual([aTask(2, { itemId: itemId(9) })])
})

test('the cache never replaces newer rows', () => {
  const replica = makeReplica(scope)
  replica.merge(anAnswer([aTask(1, { priority: 2 })], { rev: 4, full: true }), none)

  replica.restore({ scope, rev: 3, tables: { item_tasks: [aTask(1, { priority: 1 })] } })

  expect(replica.getRev()).toBe(4)
  expect(replica.find('item_tasks', taskId(1))?.priority).toBe(2)
})

test('losing access to a project drops its spaces, saved views and review sessions', () => {
  const replica = makeReplica(`studio:${anId<StudioId>(1, 1)}`)
  const projectIds = [1, 2].map((number) => anId<ProjectId>(2, number))
  const view = { name: 'Late', form: {} }
  const tables = {
    projects: projectIds.map((id) => newRow('projects', { id, name: 'Film', slug: 'film', createdAt: 0 })),
    spaces: projectIds.map((projectId, at) =>
      newRow('spaces', {
        id: anId<SpaceId>(3, at),
        projectId,
        name: 'Shots',
        slug: 'shots',
        layout: 'grid',
        position: 0,
      }),
    ),
    space_views: projectIds.map((_, at) =>
      newRow('space_views', { ...view, id: toId<SpaceViewId>(`view ${at}`), spaceId: anId<SpaceId>(3, at) }),
    ),
    project_views: projectIds.map((projectId, at) =>
      newRow('project_views', { ...view, id: toId<ProjectViewId>(`tasks ${at}`), projectId }),
    ),
    review_sessions: projectIds.map((projectId, at) =>
      newRow('review_sessions', {
        id: toId<ReviewSessionId>(`review ${at}`),
        projectId,
        name: 'Dailies',
        day: '2026-11-24',
        kind: 'dailies',
        isLocked: false,
        createdAt: 0,
      }),
    ),
  }
  const access = { roleId: toId<RoleId>('role'), level: 4, permissions: [], projectIds }
  replica.merge({ rev: 1, full: true, tables, deleted: {}, access }, none)

  replica.merge(
    { rev: 1, full: false, tables: {}, deleted: {}, access: { ...access, projectIds: projectIds.slice(0, 1) } },
    none,
  )

  const names = ['projects', 'spaces', 'space_views', 'project_views', 'review_sessions'] as const
  expect(names.map((name) => replica.getRows(name).size)).toEqual([1, 1, 1, 1, 1])
})
