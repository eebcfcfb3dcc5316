import type { StudioClient } from '#core/sync/studio-client.ts'
import { undoSteps as takeBackSteps } from './undo-steps.ts'
import type { Done, Undo } from './context.ts'
import { expect, test } from 'vitest'
import {
  newId,
  toId,
  type BlockId,
  type CollectionId,
  type CommentId,
  type ProjectId,
  type SpaceId,
  type TaskId,
} from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline } from '#core/sync/system.ts'
import { makeFakeClock, type FakeClock } from '#core/testing/fake-clock.ts'
import { aStudio, type StudioFixture } from '#core/testing/studio-fixture.ts'
import { createCollection } from '#core/items/create-collection.ts'
import { createItems } from '#core/items/create-items.ts'
import { createProject } from '#core/projects/create-project.ts'
import { createSpace } from '#core/projects/create-space.ts'
import { deleteCollection } from '#core/items/delete-collection.ts'
import { deleteComment } from '#core/comments/delete-comment.ts'
import { deleteItems } from '#core/items/delete-items.ts'
import { deleteProject } from '#core/projects/delete-project.ts'
import { deleteRevision } from '#core/revisions/delete-revision.ts'
import { deleteSpace } from '#core/projects/delete-space.ts'
import { editComment } from '#core/comments/edit-comment.ts'
import { fillEmptyTasks } from '#core/tasks/fill-empty-tasks.ts'
import { deleteTasks } from '#core/tasks/delete-tasks.ts'
import { moveCollections } from '#core/items/move-collections.ts'
import { moveItems } from '#core/items/move-items.ts'
import { postComment } from '#core/comments/post-comment.ts'
import { postRevision } from '#core/revisions/post-revision.ts'
import { renameCollection } from '#core/items/rename-collection.ts'
import { renameItem } from '#core/items/rename-item.ts'
import { reorderProjects } from '#core/projects/reorder-projects.ts'
import { saveSpaceConfig } from '#core/projects/save-space-config.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { updateProject } from '#core/projects/update-project.ts'
import { updateSpace } from '#core/projects/update-space.ts'

async function aPerson(fixture: StudioFixture, clock: FakeClock, number: number) {
  const { server, studioId, spaceId, itemIds, userId } = fixture
  const client: StudioClient = await makeStudioClient({
    userId: userId(number),
    gateway: server.connect(userId(number)),
    store: makeMemoryStore(),
    clock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const space = await client.openSpace({ studioId, spaceId })
  const [itemId = newId()] = itemIds
  const item = await client.openItem({ studioId, spaceId, itemId })
  return { client, studio, space, item }
}

async function aWorld() {
  const clock = makeFakeClock()
  const fixture = aStudio({ now: clock.now })
  const [mine, theirs] = [await aPerson(fixture, clock, 1), await aPerson(fixture, clock, 2)]
  const tasks = () => fixture.server.list('item_tasks')
  const find = (id: TaskId | undefined) => tasks().find((task) => task.id === id)
  return { clock, fixture, mine, theirs, tasks, find }
}

function value(result: Result<Done>): Done {
  if (!result.ok) throw result.error
  return result.value
}

const takeBack = async (done: Done, client: StudioClient): Promise<Result<Done>> => {
  const step = done.undo?.steps[0]
  return step === undefined ? { ok: true, value: done } : await client.carryOut(step)
}

/** Undoes every step, expecting none to fail, and returns how to redo them. */
async function takeBackAll(undo: Undo | undefined, client: StudioClient): Promise<Undo | undefined> {
  const { results, redo } = await takeBackSteps(undo ?? { label: '', steps: [] }, client.carryOut)
  for (const result of results) value(result)
  return redo
}

test('undo of a bulk status change restores each task’s own status, and redo sets it again', async () => {
  const { clock, fixture, mine, tasks } = await aWorld()
  const { space, client } = mine
  const [first, wip = newId(), done = newId()] = fixture.statusIds
  await setTaskStatus({ on: space, taskIds: fixture.taskIds.slice(0, 1), statusId: wip }, client)
  const bulk = value(await setTaskStatus({ on: space, taskIds: fixture.taskIds, statusId: done }, client))
  await clock.advance(1000)
  expect(new Set(tasks().map(({ statusId }) => statusId))).toEqual(new Set([done]))

  const undone = value(await takeBack(bulk, client))
  await clock.advance(1000)
  expect(tasks().map(({ statusId }) => statusId)).toEqual([wip, first, first, first, first, first])

  await takeBack(undone, client)
  await clock.advance(1000)
  expect(new Set(tasks().map(({ statusId }) => statusId))).toEqual(new Set([done]))
})

test('undo leaves alone what somebody else has changed, and reports it', async () => {
  const { clock, fixture, mine, theirs, find } = await aWorld()
  const [first, second] = fixture.taskIds
  const [, wip = newId(), wfa = newId()] = fixture.statusIds
  const bulk = value(await setTaskStatus({ on: mine.space, taskIds: fixture.taskIds, statusId: wip }, mine.client))
  await clock.advance(1000)
  await setTaskStatus({ on: theirs.space, taskIds: fixture.taskIds.slice(0, 1), statusId: wfa }, theirs.client)
  await clock.advance(1000)

  const undone = value(await takeBack(bulk, mine.client))
  await clock.advance(1000)

  expect(undone).toMatchObject({ changedCount: 5, conflictCount: 1 })
  expect(find(first)?.statusId).toBe(wfa)
  expect(find(second)?.statusId).toBe(fixture.statusIds[0])
})

test('planned blocks disappear with their tasks at once, and undo restores them with their dates', async () => {
  const { clock, fixture, mine } = await aWorld()
  const { space, client } = mine
  const [taskId = newId(), other = newId()] = fixture.taskIds
  const [first, second] = [fixture.userId(1), fixture.userId(2)]
  await setTaskField({ space, taskIds: [taskId, other], field: 'assigneeId', values: { all: first } }, client)
  const block = { taskId, startDate: '2026-11-23' as const, durationDays: 2, rowIndex: 0 }
  const [planned, elsewhere] = [newId<BlockId>(), newId<BlockId>()]
  const blocks = [
    { ...block, id: planned, assigneeId: first },
    { ...block, id: elsewhere, assigneeId: second },
  ]
  fixture.server.seed('task_blocks', blocks, `space:${fixture.spaceId}`)
  client.refresh()
  await clock.advance(1000)
  const seen = () => blocks.map(({ id }) => space.replica.find('task_blocks', id))

  const values = { all: undefined }
  const taken = value(await setTaskField({ space, taskIds: [taskId, other], field: 'assigneeId', values }, client))
  // The part that somebody else works on stays theirs.
  expect(seen()).toMatchObject([{ assigneeId: undefined, startDate: '2026-11-23' }, { assigneeId: second }])
  await clock.advance(1000)
  expect(fixture.server.list('task_blocks').find(({ id }) => id === planned)?.assigneeId).toBeUndefined()

  await takeBack(taken, client)
  expect(seen()).toMatchObject(blocks)
  await clock.advance(1000)
  expect(fixture.server.list('task_blocks')).toHaveLength(2)
  expect(seen()).toMatchObject(blocks)
})

test('undo does not overwrite a change that has not been pulled yet', async () => {
  const { clock, fixture, mine, theirs, find } = await aWorld()
  const [taskId = newId()] = fixture.taskIds
  const done = value(
    await setTaskField({ space: mine.space, taskIds: [taskId], field: 'priority', values: { all: 2 } }, mine.client),
  )
  await clock.advance(1000)
  fixture.server.setLive(false)
  await setTaskField({ space: theirs.space, taskIds: [taskId], field: 'priority', values: { all: 7 } }, theirs.client)
  await clock.advance(10)

  const undone = value(await takeBack(done, mine.client))
  await clock.advance(1000)

  expect(await undone.answered).toMatchObject({ ok: true, value: { skipped: [{ taskId, reason: 'conflict' }] } })
  expect(find(taskId)?.priority).toBe(7)
  expect(mine.space.replica.find('item_tasks', taskId)?.priority).toBe(7)
})

test('disabled tasks take no status, and a change with no effect is refused', async () => {
  const { clock, fixture, mine } = await aWorld()
  const { space, client } = mine
  const [taskId = newId()] = fixture.taskIds
  const [, wip = newId()] = fixture.statusIds
  await setTaskField({ space, taskIds: [taskId], field: 'isDisabled', values: { all: true } }, client)
  await clock.advance(1000)

  expect(await setTaskStatus({ on: space, taskIds: [taskId], statusId: wip }, client)).toMatchObject({
    error: { code: 'task-disabled' },
  })
  const rest = value(await setTaskStatus({ on: space, taskIds: fixture.taskIds, statusId: wip }, client))
  expect(rest.changedCount).toBe(5)
})

test('an estimate can be set, changed and undone to none; one out of range is refused', async () => {
  const { clock, fixture, mine } = await aWorld()
  const { space, client } = mine
  const taskIds = fixture.taskIds.slice(0, 2)
  const set = async (hours: number) =>
    await setTaskField({ space, taskIds, field: 'estimatedHours', values: { all: hours } }, client)
  expect(await set(1000)).toMatchObject({ error: { code: 'estimate-out-of-range' } })
  const done = value(await set(2.5))
  await clock.advance(1000)
  expect(fixture.server.list('task_estimations')).toHaveLength(2)

  await takeBack(done, client)
  await clock.advance(1000)

  expect(fixture.server.list('task_estimations')).toEqual([])
})

test('created items come last, with their tasks, and undo removes both', async () => {
  const { clock, fixture, mine, tasks } = await aWorld()
  const { space, studio, client } = mine
  const { collectionId } = fixture
  const done = value(
    await createItems({ studio, space, collectionId, items: [{ title: ' A ' }, { title: 'B' }] }, client),
  )
  await clock.advance(1000)
  expect(space.getItems(collectionId).map(({ title }) => title)).toEqual(['Shot 0', 'Shot 1', 'Shot 2', 'A', 'B'])
  expect(tasks()).toHaveLength(10)

  await takeBack(done, client)
  await clock.advance(1000)

  expect(space.getItems(collectionId)).toHaveLength(3)
  expect(tasks()).toHaveLength(6)
})

test('undo keeps created items and filled cells that somebody has worked on since, and reports them', async () => {
  const { clock, fixture, mine, theirs, tasks } = await aWorld()
  const { studio, space, client } = mine
  const { collectionId } = fixture
  const items = [{ title: 'sh100' }, { title: 'sh110' }]
  const made = value(await createItems({ studio, space, collectionId, items }, client))
  await clock.advance(1000)
  const [touched, untouched] = items.map(({ title }) =>
    fixture.server.list('items').find((item) => item.title === title),
  )
  const task = tasks().find(({ itemId }) => itemId === touched?.id)
  const [, wip = newId()] = fixture.statusIds
  await setTaskStatus({ on: theirs.space, taskIds: [task?.id ?? newId()], statusId: wip }, theirs.client)
  await clock.advance(1000)

  expect(value(await takeBack(made, client))).toMatchObject({ changedCount: 1, conflictCount: 1 })
  await clock.advance(1000)
  expect(fixture.server.list('items').some(({ id }) => id === touched?.id)).toBe(true)
  expect(fixture.server.list('items').some(({ id }) => id === untouched?.id)).toBe(false)

  const [cell] = tasks()
  value(await deleteTasks({ studio, space, taskIds: [cell?.id ?? newId()] }, client))
  const cells = [{ itemId: cell?.itemId ?? newId(), stageId: cell?.stageId ?? newId() }]
  const filled = value(await fillEmptyTasks({ studio, space, cells }, client))
  await clock.advance(1000)
  const given = tasks().find(({ itemId, stageId }) => itemId === cell?.itemId && stageId === cell.stageId)
  await setTaskStatus({ on: theirs.space, taskIds: [given?.id ?? newId()], statusId: wip }, theirs.client)
  await clock.advance(1000)
  expect(await takeBack(filled, client)).toMatchObject({ error: { code: 'changed-by-someone-else' } })
})

test('undo reverts a move and a rename, unless somebody has renamed the item since', async () => {
  const { clock, fixture, mine, theirs } = await aWorld()
  const { space, client } = mine
  const { collectionId, itemIds } = fixture
  const [itemId = newId(), second, third] = itemIds
  const moved = value(await moveItems({ space, itemIds: [itemId], collectionId, index: 3 }, client))
  const renamed = value(await renameItem({ space, itemId, title: 'Mine' }, client))
  await clock.advance(1000)
  expect(space.getItems(collectionId).map(({ id }) => id)).toEqual([second, third, itemId])

  await takeBack(moved, client)
  await renameItem({ space: theirs.space, itemId, title: 'Theirs' }, theirs.client)
  await clock.advance(1000)

  expect(space.getItems(collectionId).map(({ id }) => id)).toEqual(itemIds)
  expect(await takeBack(renamed, client)).toMatchObject({ error: { code: 'changed-by-someone-else' } })
  expect(space.replica.find('items', itemId)?.title).toBe('Theirs')
})

test('undo refills an emptied cell, and redo empties it', async () => {
  const { clock, fixture, mine, tasks } = await aWorld()
  const { space, studio, client } = mine
  const [itemId = newId()] = fixture.itemIds
  const [stageId = newId()] = fixture.stageIds
  const [taskId = newId()] = fixture.taskIds
  await deleteTasks({ studio, space, taskIds: [taskId] }, client)
  const filled = value(await fillEmptyTasks({ studio, space, cells: [{ itemId, stageId }] }, client))
  await clock.advance(1000)
  expect(space.findTask(itemId, stageId)).toMatchObject({ statusId: fixture.statusIds[0] })
  expect(tasks()).toHaveLength(6)

  await takeBack(filled, client)
  await clock.advance(1000)

  expect(space.findTask(itemId, stageId)).toBeUndefined()
  expect(tasks()).toHaveLength(5)
})

test('a revision shows at once without a number, then with the server’s; invalid time is refused', async () => {
  const { clock, fixture, mine } = await aWorld()
  const { space, studio, item, client } = mine
  const [taskId = newId()] = fixture.taskIds
  const [, , statusId = newId()] = fixture.statusIds
  const input = { studio, space, item, taskId, comment: 'First', mediaIds: [], statusId }
  expect(await postRevision({ ...input, timeSpent: ' ' }, client)).toMatchObject({
    error: { code: 'time-spent-missing' },
  })
  expect(await postRevision({ ...input, timeSpent: '2 days' }, client)).toMatchObject({
    error: { code: 'time-spent-malformed' },
  })
  const posting = postRevision({ ...input, timeSpent: '2h 30m' }, client)
  expect(item.getVersions(taskId)).toMatchObject([{ versionNumber: 0, comment: 'First', isCurrent: true }])
  const done = value(await posting)
  await clock.advance(1000)
  expect(item.getVersions(taskId)).toMatchObject([{ versionNumber: 1, timeSpent: '2h 30m' }])
  expect(space.replica.find('item_tasks', taskId)?.statusId).toBe(statusId)

  await takeBackAll(done.undo, client)
  await clock.advance(1000)
  expect(item.getVersions(taskId)).toEqual([])
})

test('a space’s stages and statuses are chosen in order, and undo restores them', async () => {
  const { clock, fixture, mine } = await aWorld()
  const { studio, client } = mine
  const { spaceId, stageIds, statusIds } = fixture
  await saveSpaceConfig({ studio, spaceId, stageIds, statusIds }, client)
  const done = value(await saveSpaceConfig({ studio, spaceId, stageIds: stageIds.slice(1), statusIds }, client))
  await clock.advance(1000)
  expect(studio.getSpaceStages(spaceId).map(({ stageId }) => stageId)).toEqual(stageIds.slice(1))

  await takeBack(done, client)
  await clock.advance(1000)

  expect(studio.getSpaceStages(spaceId).map(({ stageId }) => stageId)).toEqual(stageIds)
  expect(await saveSpaceConfig({ studio, spaceId, stageIds: [], statusIds }, client)).toMatchObject({
    error: { code: 'space-config-incomplete' },
  })
})

test('a comment can be posted, edited by its author alone, and undone', async () => {
  const { clock, fixture, mine, theirs } = await aWorld()
  const { space, studio, item, client } = mine
  const [taskId = newId()] = fixture.taskIds
  const commentId = newId<CommentId>()
  const posted = value(await postComment({ studio, space, item, taskId, commentId, content: ' Hello ' }, client))
  await clock.advance(1000)
  expect(theirs.item.getComments(taskId)).toMatchObject([{ content: 'Hello', isEdited: false }])

  expect(await editComment({ item: theirs.item, commentId, content: 'x' }, theirs.client)).toMatchObject({
    error: { code: 'permission-denied' },
  })
  const edited = value(await editComment({ item, commentId, content: 'Hallo' }, client))
  await clock.advance(1000)
  expect(theirs.item.getComments(taskId)).toMatchObject([{ content: 'Hallo', isEdited: true }])

  await takeBack(edited, client)
  expect(item.getComments(taskId)).toMatchObject([{ content: 'Hello' }])
  await takeBack(posted, client)
  await clock.advance(1000)
  expect(theirs.item.getComments(taskId)).toEqual([])
})

test('a collection is created at the end, and deleted with its items', async () => {
  const { clock, fixture, mine, tasks } = await aWorld()
  const { space, studio, client } = mine
  const id = newId<CollectionId>()
  expect(await createCollection({ space, name: ' ' }, client)).toMatchObject({
    error: { code: 'name-missing' },
  })
  value(await createCollection({ space, name: 'Second', id }, client))
  value(await createItems({ studio, space, collectionId: id, items: [{ title: 'A' }] }, client))
  await clock.advance(1000)
  expect(space.getCollections().map(({ name }) => name)).toEqual(['Collection', 'Second'])
  expect(tasks()).toHaveLength(8)

  await deleteCollection({ studio, space, collectionId: id }, client)
  await clock.advance(1000)

  expect(fixture.server.list('collections')).toHaveLength(1)
  expect(tasks()).toHaveLength(6)
})

test('projects and spaces can be created, changed, reordered and undone', async () => {
  const { clock, fixture, mine } = await aWorld()
  const { studio, client } = mine
  const [id, spaceId] = [newId<ProjectId>(), newId<SpaceId>()]
  expect(await createProject({ studio, name: '' }, client)).toMatchObject({ error: { code: 'project-name-missing' } })
  const project = value(await createProject({ studio, name: 'Project', id }, client))
  const space = value(
    await createSpace({ studio, projectId: id, name: 'Board', layout: 'moodboard', id: spaceId }, client),
  )
  const [first] = studio.getProjects().filter((other) => other.id !== id)
  await reorderProjects({ studio, projectIds: [id, first?.id ?? id] }, client)
  await updateProject({ studio, projectId: id, fields: { description: ' Ours ', isActive: false } }, client)
  await updateSpace({ studio, spaceId, fields: { name: 'Mood' } }, client)
  await clock.advance(1000)
  expect(fixture.server.list('spaces').map(({ name }) => name)).toEqual(['Space', 'Mood'])
  expect(studio.getProjects()).toMatchObject([
    { name: 'Project', isActive: true, displayOrder: 1 },
    { name: 'Project', isActive: false, displayOrder: 0, description: 'Ours', slug: expect.any(String) },
  ])

  await takeBack(space, client)
  await takeBack(project, client)
  await clock.advance(1000)

  expect(fixture.server.list('spaces')).toHaveLength(1)
  expect(studio.getProjects()).toHaveLength(1)
})

/** Everything in the server, in a comparable order. */
function everything({ server }: StudioFixture): unknown {
  const tables = [
    'projects',
    'spaces',
    'space_stages',
    'collections',
    'items',
    'item_tasks',
    'task_estimations',
  ] as const
  const below = ['task_versions', 'comments'] as const
  return [...tables, ...below].map((table) => [table, new Set(server.list(table).map((row) => JSON.stringify(row)))])
}

type World = Awaited<ReturnType<typeof aWorld>>
const deletions: Record<string, (world: World) => Promise<Result<Done>>> = {
  items: async ({ mine: { studio, space, client }, fixture }) =>
    await deleteItems({ studio, space, itemIds: fixture.itemIds.slice(0, 2) }, client),
  tasks: async ({ mine: { studio, space, client }, fixture }) =>
    await deleteTasks({ studio, space, taskIds: fixture.taskIds }, client),
  'a collection': async ({ mine: { studio, space, client }, fixture }) =>
    await deleteCollection({ studio, space, collectionId: fixture.collectionId }, client),
  'a space': async ({ mine: { studio, client }, fixture }) =>
    await deleteSpace({ studio, spaceId: fixture.spaceId }, client),
  'a project': async ({ mine: { studio, client } }) =>
    await deleteProject({ studio, projectId: studio.getProjects()[0]?.id ?? newId() }, client),
  'a comment': async ({ mine: { studio, item, client } }) =>
    await deleteComment({ studio, item, commentId: aComment(item).id }, client),
  'a revision and its comment': async ({ mine: { studio, item, client } }) => {
    const [versionId = newId()] = item.replica.getRows('task_versions').keys()
    return await deleteRevision({ studio, item, versionId: toId(versionId), commentId: aComment(item).id }, client)
  },
}

function aComment(item: World['mine']['item']): { id: CommentId } {
  const [comment] = item.replica.getRows('comments').values()
  return { id: comment?.id ?? newId() }
}

test.each(Object.entries(deletions))(
  'undo of deleting %s restores everything below, any number of times',
  async (_what, remove) => {
    const world = await aWorld()
    const { clock, fixture, mine, theirs } = world
    const { studio, space, item, client } = mine
    const [taskId = newId()] = fixture.taskIds
    await postRevision({ studio, space, item, taskId, comment: 'First', timeSpent: '1h', mediaIds: [] }, client)
    await setTaskField({ space, taskIds: [taskId], field: 'estimatedHours', values: { all: 2 } }, client)
    await clock.advance(1000)
    const before = everything(fixture)
    const shown = JSON.stringify(
      [...space.replica.getRows('item_tasks').values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )

    const deleted = value(await remove(world))
    await clock.advance(1000)
    expect(everything(fixture)).not.toEqual(before)
    let undo = deleted.undo
    for (let round = 0; round < 2; round += 1) {
      undo = await takeBackAll(undo, mine.client)
      await clock.advance(1000)
      expect(everything(fixture)).toEqual(before)
      for (const person of [mine, theirs]) {
        const tasks = [...person.space.replica.getRows('item_tasks').values()].toSorted((a, b) =>
          a.id < b.id ? -1 : 1,
        )
        expect(JSON.stringify(tasks)).toBe(shown)
        expect(person.client.outbox.getEntries()).toEqual([])
      }
      undo = await takeBackAll(undo, mine.client)
      await clock.advance(1000)
      expect(everything(fixture)).not.toEqual(before)
    }
  },
)

test('undo of an offline deletion shows the rows at once, and both reach the server in order', async () => {
  const { clock, fixture, mine, tasks } = await aWorld()
  const { studio, space, client } = mine
  const { itemIds } = fixture
  const deleting = deleteItems({ studio, space, itemIds }, client)
  expect(space.replica.getRows('items').size).toBe(0)
  const deleted = value(await deleting)
  const restoring = takeBack(deleted, client)
  expect(space.replica.getRows('item_tasks').size).toBe(6)
  await restoring
  await clock.advance(1000)

  expect(tasks()).toHaveLength(6)
  expect(client.outbox.getEntries()).toEqual([])
})

test('a deletion is not restored into a cell that somebody has filled since', async () => {
  const { clock, fixture, mine, theirs, find } = await aWorld()
  const [taskId = newId()] = fixture.taskIds
  const [itemId = newId()] = fixture.itemIds
  const [stageId = newId()] = fixture.stageIds
  const deleted = value(await deleteTasks({ studio: mine.studio, space: mine.space, taskIds: [taskId] }, mine.client))
  await clock.advance(1000)
  await fillEmptyTasks({ studio: theirs.studio, space: theirs.space, cells: [{ itemId, stageId }] }, theirs.client)
  await clock.advance(1000)

  const restored = value(await takeBack(deleted, mine.client))
  await clock.advance(1000)

  expect(await restored.answered).toMatchObject({ error: { code: 'conflict' } })
  expect(find(taskId)).toBeUndefined()
  expect(mine.space.findTask(itemId, stageId)?.id).toBe(theirs.space.findTask(itemId, stageId)?.id)
})

test('collections are renamed and moved, and undo puts them back', async () => {
  const { clock, mine, theirs } = await aWorld()
  const { space, client } = mine
  const id = newId<CollectionId>()
  value(await createCollection({ space, name: 'Second', id }, client))
  const moved = value(await moveCollections({ space, collectionIds: [id], index: 0 }, client))
  const renamed = value(await renameCollection({ space, collectionId: id, name: ' First ' }, client))
  await clock.advance(1000)
  expect(theirs.space.getCollections().map(({ name }) => name)).toEqual(['First', 'Collection'])

  await takeBack(renamed, client)
  await takeBack(moved, client)
  await clock.advance(1000)
  expect(theirs.space.getCollections().map(({ name }) => name)).toEqual(['Collection', 'Second'])
})

test('undo leaves an item in place if somebody has moved it since', async () => {
  const { clock, fixture, mine, theirs } = await aWorld()
  const { collectionId, itemIds } = fixture
  const [first = newId(), second = newId()] = itemIds
  const moved = value(
    await moveItems({ space: mine.space, itemIds: [first, second], collectionId, index: 3 }, mine.client),
  )
  await clock.advance(1000)
  await moveItems({ space: theirs.space, itemIds: [first], collectionId, index: 0 }, theirs.client)
  await clock.advance(1000)
  const stands = theirs.space.getItems(collectionId).find(({ id }) => id === first)?.orderRank

  expect(value(await takeBack(moved, mine.client))).toMatchObject({ changedCount: 1, conflictCount: 1 })
  await clock.advance(1000)
  expect(mine.space.getItems(collectionId).find(({ id }) => id === first)?.orderRank).toBe(stands)
})
