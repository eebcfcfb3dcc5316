import type { Mutation } from '#core/sync/mutators.ts'
import type { NewItem } from '#core/items/mutators.ts'
import type { Rows, TableName } from '#core/schema/tables.ts'
import { sumRows } from '#core/schema/row-sum.ts'
import type { Scope } from '#core/schema/scope.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import type { Gateway, SessionStorage } from '#core/gateway/ports.ts'
import type { Presence } from '#core/people/presence.ts'
import { assert } from '#core/lib/assert.ts'
import { AppError } from '#core/lib/errors.ts'
import {
  newId,
  toId,
  type CollectionId,
  type CommentId,
  type ItemId,
  type OperationId,
  type ProjectId,
  type SpaceId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
  type UserId,
  type VersionId,
} from '#core/lib/ids.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { aStudio as aTeam, call } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

/** A studio with an empty space, seen by its owner. */
type Subject = {
  readonly gateway: Gateway
  /** Another member, signed in on their own device. */
  readonly colleague: Gateway
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly stageIds: readonly StageId[]
  readonly statusIds: readonly StatusId[]
  readonly close: () => Promise<void>
}

function memoryStorage(): SessionStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value)
    },
    removeItem: (key) => {
      values.delete(key)
    },
  }
}

async function openMemory(): Promise<Subject> {
  const { server, studioId, spaceId, stageIds, statusIds, userId } = aStudio({ itemCount: 0 })
  return await Promise.resolve({
    gateway: server.connect(userId(1)),
    colleague: server.connect(userId(2)),
    studioId,
    spaceId,
    stageIds,
    statusIds,
    close: async () => await Promise.resolve(),
  })
}

async function openHost(): Promise<Subject> {
  const host: TestHost = await startTestHost()
  const signIn = async (): Promise<Gateway> => {
    const { email, password } = await host.admin.createUser()
    const { publishableKey } = host.keys
    const opened = makeGateway({ url: host.url, publishableKey, sessionStorage: memoryStorage(), autoRefresh: false })
    await opened.session.signInWithPassword({ email, password })
    return opened
  }
  const [gateway, colleague] = [await signIn(), await signIn()]
  const { id: studioId } = await gateway.studios.create('Contract')
  const [projectId, spaceId] = [newId<ProjectId>(), newId<SpaceId>()]
  const extra = { studio_id: studioId }
  await gateway.write(
    { kind: 'insert', table: 'projects', rows: [{ id: projectId, name: 'Project' }], extra },
    newId<OperationId>(),
  )
  await gateway.write(
    { kind: 'insert', table: 'spaces', rows: [{ id: spaceId, projectId, name: 'Space', layout: 'grid' }] },
    newId<OperationId>(),
  )
  await colleague.studios.acceptInvite(await gateway.studios.createInvite(studioId))
  const { tables } = await gateway.pull({ scope: `studio:${studioId}`, since: 0 })
  const stageIds = (tables.stages ?? []).slice(0, 2).map(({ id }) => id)
  const statusIds = [...(tables.task_statuses ?? [])].sort((a, b) => a.position - b.position).map(({ id }) => id)
  await gateway.write({ kind: 'save-space-config', spaceId, stageIds, statusIds }, newId<OperationId>())
  return {
    gateway,
    colleague,
    studioId,
    spaceId,
    stageIds,
    statusIds,
    close: async () => {
      await Promise.all([gateway.close(), colleague.close()])
      await host.close()
    },
  }
}

describe.each([
  { name: 'in memory', open: openMemory },
  { name: 'over the host', open: openHost },
])('the gateway $name', ({ open }) => {
  let subject: Subject
  let collectionId: CollectionId

  beforeAll(async () => {
    subject = await open()
    collectionId = newId<CollectionId>()
    await write({
      kind: 'insert',
      table: 'collections',
      rows: [{ id: collectionId, name: 'Sequence 10', orderRank: '1000' }],
      extra: { space_id: subject.spaceId },
    })
  })
  afterAll(async () => await subject.close())

  async function write(mutation: Mutation, id = newId<OperationId>()) {
    return await subject.gateway.write(mutation, id)
  }

  async function rows<Name extends TableName>(scope: Scope, table: Name): Promise<readonly Rows[Name][]> {
    const { tables } = await subject.gateway.pull({ scope, since: 0 })
    // `tables[table]` contains rows of that table.
    return (tables[table] ?? []) as readonly Rows[Name][]
  }

  const space = (): Scope => `space:${subject.spaceId}`

  async function createItem(title: string): Promise<{ itemId: ItemId; taskIds: TaskId[] }> {
    const tasks = subject.stageIds.map((stageId) => ({ id: newId<TaskId>(), stageId }))
    const item: NewItem = { id: newId<ItemId>(), title, orderRank: '2500.5', tasks }
    await write({ kind: 'create-items', spaceId: subject.spaceId, collectionId, items: [item] })
    return { itemId: item.id, taskIds: tasks.map(({ id }) => id) }
  }

  async function task(id: TaskId): Promise<Rows['item_tasks'] | undefined> {
    return (await rows(space(), 'item_tasks')).find((row) => row.id === id)
  }

  test('returns a catalogue with the owner’s permissions', async () => {
    const { access, full, tables } = await subject.gateway.pull({ scope: `studio:${subject.studioId}`, since: 0 })

    expect(full).toBe(true)
    expect(access).toMatchObject({ level: 1, permissions: expect.arrayContaining(['create', 'delete']) })
    expect(access?.projectIds).toEqual(tables.projects?.map(({ id }) => id))
    expect(tables.task_statuses?.find(({ name }) => name === 'WFA')).toMatchObject({ shortCode: 'WFA', isDone: false })
  })

  test('returns a created item as rows, with absent values undefined and ranks as text', async () => {
    const { itemId, taskIds } = await createItem('Opening')

    const item = (await rows(space(), 'items')).find(({ id }) => id === itemId)
    expect(item).toMatchObject({ title: 'Opening', slug: 'opening', orderRank: '2500.5', collectionId })
    expect(item).toHaveProperty('thumbnailMediaId', undefined)
    expect(await task(taskIds[0] ?? toId(''))).toMatchObject({
      itemId,
      stageId: subject.stageIds[0],
      statusId: subject.statusIds[0],
      assigneeId: undefined,
      priority: 0,
      isDisabled: false,
    })
  })

  test('sums a space’s rows like a client that has all of them', async () => {
    const { itemId, taskIds } = await createItem('Zwölf “Äpfel”, ½ 🍏\n')
    const values = { all: 2.5 }
    await write({ kind: 'update-tasks', taskIds, field: 'estimatedHours', values })
    const { rev, tables } = await subject.gateway.pull({ scope: space(), since: 0 })

    const sums = await subject.gateway.check({ scope: space() })

    expect(sums?.rev).toBe(rev)
    const names = ['collections', 'items', 'item_tasks', 'task_blocks', 'task_estimations'] as const
    for (const name of names) {
      const sum = sums?.tables[name]
      expect(sumRows(name, tables[name] ?? [], sum?.columns ?? [])).toEqual(sum)
    }
    expect(sums?.tables.items?.columns).toEqual(expect.arrayContaining(['title', 'collection_id', 'order_rank']))
    const renamed = tables.items?.map((row) => (row.id === itemId ? { ...row, title: 'Twelve apples' } : row))
    expect(sumRows('items', renamed ?? [], sums?.tables.items?.columns ?? [])?.sum).not.toBe(sums?.tables.items?.sum)
  })

  test('pulls only what changed after a revision, including deletions', async () => {
    const { itemId: kept } = await createItem('Kept')
    const { itemId: gone } = await createItem('Gone')
    const before = await subject.gateway.pull({ scope: space(), since: 0 })
    const changes = [{ key: kept, fields: { title: 'Renamed' } }]
    await write({ kind: 'update', table: 'items', changes })
    await write({ kind: 'delete', table: 'items', keys: [gone] })

    const after = await subject.gateway.pull({ scope: space(), since: before.rev })

    expect(after.full).toBe(false)
    expect(after.rev).toBeGreaterThan(before.rev)
    expect(after.tables.items?.map(({ id, title }) => [id, title])).toEqual([[kept, 'Renamed']])
    expect(after.deleted.items).toEqual([gone])
    expect(after.deleted.item_tasks).toHaveLength(subject.stageIds.length)
  })

  test('sets the status of many tasks in one step, each with one comment, and reports skipped ones', async () => {
    const { itemId, taskIds } = await createItem('Bulk')
    const [first = toId<TaskId>('')] = taskIds
    await write({ kind: 'update-tasks', taskIds: [first], field: 'isDisabled', values: { all: true } })
    const [, statusId = toId<StatusId>('')] = subject.statusIds
    const count = async () => (await rows(`item:${itemId}`, 'comments')).length
    const before = await count()

    const answer = await write({ kind: 'update-tasks', taskIds, field: 'statusId', values: { all: statusId } })

    expect(answer.skipped).toEqual([{ taskId: first, reason: 'disabled' }])
    expect(answer.rev).toBe((await subject.gateway.pull({ scope: space(), since: 0 })).rev)
    expect(await count()).toBe(before + taskIds.length - 1)
  })

  test('returns the same for a repeated operation and changes nothing', async () => {
    const { itemId, taskIds } = await createItem('Twice')
    const [, , statusId = toId<StatusId>('')] = subject.statusIds
    const id = newId<OperationId>()
    const mutation: Mutation = { kind: 'update-tasks', taskIds, field: 'statusId', values: { all: statusId } }
    const first = await write(mutation, id)
    const comments = await rows(`item:${itemId}`, 'comments')

    const second = await write(mutation, id)

    expect(second).toEqual(first)
    expect(await rows(`item:${itemId}`, 'comments')).toEqual(comments)
  })

  test('leaves a task alone that no longer has its expected value', async () => {
    const { taskIds } = await createItem('Contested')
    const [taskId = toId<TaskId>('')] = taskIds
    await write({ kind: 'update-tasks', taskIds: [taskId], field: 'priority', values: { all: 3 } })

    const values = { each: [5] }
    const expected = { each: [2] }
    const answer = await write({ kind: 'update-tasks', taskIds: [taskId], field: 'priority', values, expected })

    expect(answer.skipped).toEqual([{ taskId, reason: 'conflict' }])
    expect((await task(taskId))?.priority).toBe(3)
  })

  test('sets and clears due dates and estimates, one value per task', async () => {
    const { taskIds } = await createItem('Fields')
    await write({ kind: 'update-tasks', taskIds, field: 'dueDate', values: { each: ['2026-12-01', undefined] } })
    await write({ kind: 'update-tasks', taskIds, field: 'estimatedHours', values: { each: [2.5, 8] } })
    await write({
      kind: 'update-tasks',
      taskIds: taskIds.slice(1),
      field: 'estimatedHours',
      values: { all: undefined },
    })

    expect((await task(taskIds[0] ?? toId('')))?.dueDate).toBe('2026-12-01')
    expect((await task(taskIds[1] ?? toId('')))?.dueDate).toBeUndefined()
    const estimates = (await rows(space(), 'task_estimations')).filter(({ taskId }) => taskIds.includes(taskId))
    expect(estimates).toEqual([{ taskId: taskIds[0], estimatedHours: 2.5 }])
  })

  test('posts a revision and a comment and edits the comment', async () => {
    const { itemId, taskIds } = await createItem('Revised')
    const [taskId = toId<TaskId>('')] = taskIds
    const [versionId, commentId] = [newId<VersionId>(), newId<CommentId>()]
    const shared = { taskId, mediaIds: [], mentions: [], metadata: {}, statusId: undefined }
    await write({
      kind: 'create-revision',
      ...shared,
      versionId,
      commentId,
      comment: 'First pass',
      timeSpent: '2h 30m',
    })
    const other = newId<CommentId>()
    await write({ kind: 'add-comment', ...shared, commentId: other, content: 'Looks god' })
    await write({ kind: 'edit-comment', commentId: other, content: 'Looks good', mentions: [], metadata: {} })

    const [version] = await rows(`item:${itemId}`, 'task_versions')
    expect(version).toMatchObject({ id: versionId, versionNumber: 1, timeSpent: '2h 30m', isCurrent: true })
    expect(Math.abs((version?.createdAt ?? 0) - Date.now())).toBeLessThan(600_000)
    const comments = await rows(`item:${itemId}`, 'comments')
    expect(comments.find(({ id }) => id === other)).toMatchObject({ content: 'Looks good', isEdited: true })
    expect(comments.some(({ id }) => id === commentId)).toBe(true)
  })

  test('fills an empty cell and deletes its task again', async () => {
    const itemId = newId<ItemId>()
    const items = [{ id: itemId, title: 'Half empty', tasks: [] }]
    await write({ kind: 'create-items', spaceId: subject.spaceId, collectionId, items })
    const present = (await rows(space(), 'item_tasks')).filter((row) => row.itemId === itemId).map(({ id }) => id)
    if (present.length > 0) await write({ kind: 'delete', table: 'item_tasks', keys: present })
    const [stageId = toId<StageId>('')] = subject.stageIds
    const id = newId<TaskId>()

    await write({ kind: 'fill-tasks', cells: [{ id, itemId, stageId }], statusId: undefined })
    expect(await task(id)).toMatchObject({ itemId, stageId, statusId: subject.statusIds[0] })

    await write({ kind: 'delete', table: 'item_tasks', keys: [id] })
    expect(await task(id)).toBeUndefined()
  })

  test('accepts a plain change made twice or on an expected row, and reports a conflict on another', async () => {
    const { itemId: key } = await createItem('Old name')
    const change = { key, fields: { title: 'New name' }, expected: { title: 'Old name' } }
    await write({ kind: 'update', table: 'items', changes: [change] })
    await write({ kind: 'update', table: 'items', changes: [change] })

    const late = { key, fields: { title: 'Late name' }, expected: { title: 'Old name' } }
    const refused = write({ kind: 'update', table: 'items', changes: [late] })

    await expect(refused).rejects.toMatchObject({ code: 'changed-by-someone-else', retryable: false })
    expect((await rows(space(), 'items')).find(({ id }) => id === key)?.title).toBe('New name')
  })

  test('inserts and deletes rows once, however often they are sent', async () => {
    const id = newId<CollectionId>()
    const extra = { space_id: subject.spaceId }
    const insert = { kind: 'insert', table: 'collections', rows: [{ id, name: 'Sequence 20' }], extra } as const
    await write(insert)
    await write(insert)
    expect((await rows(space(), 'collections')).filter((row) => row.id === id)).toHaveLength(1)

    await write({ kind: 'delete', table: 'collections', keys: [id] })
    await write({ kind: 'delete', table: 'collections', keys: [id] })
    expect((await rows(space(), 'collections')).filter((row) => row.id === id)).toEqual([])
  })

  test('restores a deletion by its operation, once, and refuses orphans', async () => {
    const { itemId, taskIds } = await createItem('Deleted by mistake')
    const { studioId } = subject
    const [deletionId, restorationId] = [newId<OperationId>(), newId<OperationId>()]
    const before = await rows(space(), 'items')
    const deletion = await write({ kind: 'delete', table: 'items', keys: [itemId] }, deletionId)
    expect(await write({ kind: 'delete', table: 'items', keys: [itemId] }, deletionId)).toEqual(deletion)
    const { rev } = await subject.gateway.pull({ scope: space(), since: 0 })
    expect(deletion.rev).toBe(rev)

    const restored = await write({ kind: 'restore', studioId, deletionId }, restorationId)
    expect(await write({ kind: 'restore', studioId, deletionId }, restorationId)).toEqual(restored)

    expect(await rows(space(), 'items')).toEqual(expect.arrayContaining([...before]))
    expect((await rows(space(), 'item_tasks')).map(({ id }) => id)).toEqual(expect.arrayContaining(taskIds))
    const news = await subject.gateway.pull({ scope: space(), since: rev })
    expect(news.tables.items?.map(({ id }) => id)).toEqual([itemId])
    await expect(write({ kind: 'restore', studioId, deletionId })).rejects.toMatchObject({ code: 'not-found' })

    const taskDeletion = newId<OperationId>()
    await write({ kind: 'delete', table: 'item_tasks', keys: taskIds }, taskDeletion)
    await write({ kind: 'delete', table: 'items', keys: [itemId] })
    const orphans = write({ kind: 'restore', studioId, deletionId: taskDeletion })
    await expect(orphans).rejects.toMatchObject({ code: 'conflict', retryable: false })
  })

  test('reorders rows in one step, and leaves one that moved meanwhile', async () => {
    const [first, second] = [await createItem('Place A'), await createItem('Place B')]
    const id = newId<CollectionId>()
    const extra = { space_id: subject.spaceId }
    await write({ kind: 'insert', table: 'collections', rows: [{ id, name: 'Elsewhere' }], extra })
    const stale = { rank: '1', collectionId }
    const answer = await write({
      kind: 'set-places',
      table: 'items',
      changes: [
        { key: first.itemId, to: { rank: '77.25', collectionId: id }, expected: { rank: '2500.5', collectionId } },
        { key: second.itemId, to: { rank: '78', collectionId: id }, expected: stale },
      ],
    })

    expect(answer.rev).toBe((await subject.gateway.pull({ scope: space(), since: 0 })).rev)
    const items = await rows(space(), 'items')
    expect(items.find((item) => item.id === first.itemId)).toMatchObject({ orderRank: '77.25', collectionId: id })
    expect(items.find((item) => item.id === second.itemId)).toMatchObject({ orderRank: '2500.5', collectionId })
    const missing = [{ key: newId<ItemId>(), to: { rank: '1' } }]
    await expect(write({ kind: 'set-places', table: 'items', changes: missing })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('reports an unknown space or task as not found and not retryable', async () => {
    const pull = subject.gateway.pull({ scope: `space:${newId<SpaceId>()}`, since: 0 })
    await expect(pull).rejects.toBeInstanceOf(AppError)
    await expect(pull).rejects.toMatchObject({ code: 'not-found', retryable: false })
    const mutation: Mutation = {
      kind: 'edit-comment',
      commentId: newId<CommentId>(),
      content: 'x',
      mentions: [],
      metadata: {},
    }
    await expect(write(mutation)).rejects.toMatchObject({ code: 'not-found', retryable: false })
  })

  test('shows two people in a space each other’s cell, and when they leave', async () => {
    const [mine, theirs] = [await subject.gateway.session.load(), await subject.colleague.session.load()]
    assert(mine !== undefined && theirs !== undefined, 'both are signed in')
    const seen: { mine: readonly Presence[]; theirs: readonly Presence[] } = { mine: [], theirs: [] }
    const join = (who: 'mine' | 'theirs', gateway: Gateway, userId: UserId) =>
      gateway.live.joinSpace(subject.spaceId, { userId, onOthers: (others) => (seen[who] = others) })
    const first = join('mine', subject.gateway, mine.userId)
    first.show('a:1')
    // Somebody who leaves and returns at once, as when a screen is remounted.
    join('theirs', subject.colleague, theirs.userId).leave()
    const second = join('theirs', subject.colleague, theirs.userId)
    second.show(undefined)
    const within = { timeout: 10_000 }

    await expect.poll(() => seen.theirs, within).toEqual([{ userId: mine.userId, cellKey: 'a:1' }])
    await expect.poll(() => seen.mine, within).toEqual([{ userId: theirs.userId, cellKey: undefined }])
    second.show('b:2')
    await expect.poll(() => seen.mine, within).toEqual([{ userId: theirs.userId, cellKey: 'b:2' }])
    first.hide()
    await expect.poll(() => seen.theirs, within).toEqual([])
    second.leave()
    await expect.poll(() => seen.mine, within).toEqual([])
    first.leave()
  })

  test('tells watchers of each revision', async () => {
    const revs: number[] = []
    const live = Promise.withResolvers<void>()
    const stop = subject.gateway.live.watchStudio(subject.studioId, {
      onRev: (rev) => revs.push(rev),
      onState: (state) => state === 'live' && live.resolve(),
    })
    await live.promise

    await createItem('Broadcast')
    const { rev } = await subject.gateway.pull({ scope: space(), since: 0 })

    await expect.poll(() => revs.at(-1), { timeout: 10_000 }).toBe(rev)
    stop()
  })
})

test('an archived member hears no more changes until they are readmitted', async () => {
  const host = await startTestHost()
  const studio = await aTeam(host)
  const { email, password, id: p_user_id } = studio.member
  const gateway = makeGateway({
    url: host.url,
    publishableKey: host.keys.publishableKey,
    sessionStorage: memoryStorage(),
    autoRefresh: false,
  })
  await gateway.session.signInWithPassword({ email, password })
  const states: string[] = []
  const stop = gateway.live.watchStudio(toId<StudioId>(studio.id), {
    onRev: () => undefined,
    onState: (state) => states.push(state),
  })
  const setArchived = async (p_is_archived: boolean): Promise<void> => {
    await call(studio.owner.client, 'set_member_archived', { p_studio_id: studio.id, p_user_id, p_is_archived })
  }
  const within = { timeout: 15_000 }

  await expect.poll(() => states.at(-1), within).toBe('live')
  await setArchived(true)
  await expect.poll(() => states.at(-1), within).toBe('lost')
  await setArchived(false)
  await expect.poll(() => states.at(-1), within).toBe('live')

  stop()
  await gateway.close()
  await host.close()
})

describe('the gateway on the host, signed out', () => {
  test('refuses calls and says that nobody is signed in', async () => {
    const host = await startTestHost()
    const { publishableKey } = host.keys
    const gateway = makeGateway({ url: host.url, publishableKey, sessionStorage: memoryStorage(), autoRefresh: false })

    const pull = gateway.pull({ scope: `studio:${newId<StudioId>()}`, since: 0 })
    await expect(pull).rejects.toMatchObject({ code: 'no-active-session', retryable: false })
    const wrong = gateway.session.signInWithPassword({ email: 'nobody@example.com', password: 'wrong-password' })
    await expect(wrong).rejects.toBeInstanceOf(AppError)
    await host.close()
    const unreachable = gateway.session.signInWithPassword({ email: 'nobody@example.com', password: 'wrong-password' })
    await expect(unreachable).rejects.toMatchObject({ code: 'offline', retryable: true })
    expect(await gateway.session.load()).toBeUndefined()
  })
})
