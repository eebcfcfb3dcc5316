import { afterEach, beforeEach, expect, test } from 'vitest'
import { addNeed } from '#core/casting/change-kinds.ts'
import { renameItem } from '#core/items/rename-item.ts'
import { setCast } from '#core/casting/change-casting.ts'
import { newId, type ItemId } from '#core/lib/ids.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { systemClock } from '#core/sync/system.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { aStudio, type StudioFixture } from '#core/testing/studio-fixture.ts'
import { listBlockedTasks, readCastRows, wordOf, type CastContent } from './cast-content.ts'
import { listItems } from '#app/widgets/project-content/project-items.ts'
import { addToCast, pasteCasts, pasteIntoEach } from './change-cast.ts'

let fixture: StudioFixture
let client: StudioClient
let content: CastContent

/** Four items; the last is cast. */
beforeEach(async () => {
  fixture = aStudio({ itemCount: 4 })
  const stage = { color: defaultStatusColor, category: 'production', icon: undefined } as const
  const stages = fixture.stageIds.map((id, at) => ({ ...stage, id, name: `Stage ${at}`, orderIndex: at }))
  fixture.server.seed('stages', stages, `studio:${fixture.studioId}`)
  client = await makeStudioClient({
    userId: fixture.userId(1),
    gateway: fixture.server.connect(fixture.userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: { isOnline: () => true, subscribe: () => () => {} },
    tabs: makeSingleTab(),
  })
  const { studioId, projectId, spaceId } = fixture
  const studio = await client.openStudio(studioId)
  const casting = await client.openCasting({ studioId, projectId })
  const replica = await client.openSpace({ studioId, spaceId })
  const space = studio.replica.find('spaces', spaceId)
  if (space === undefined) throw new Error('A fixture has a space')
  content = { client, studio, casting, spaces: [{ space, replica }] }
})
afterEach(async () => await client.close())

const item = (at: number): ItemId => fixture.itemIds[at] ?? newId()
const castOf = (at: number) =>
  content.casting
    .getCast(item(at))
    .map(({ toItemId, count }) => [fixture.itemIds.indexOf(toItemId), count] as const)
    .toSorted(([one], [other]) => other - one)

test('pasted rows go into consecutive items, with their counts, in one step', async () => {
  const into = [0, 1, 2].map(item)
  await setCast({ casting: content.casting, changes: [{ fromItemId: item(0), toItemId: item(3), count: 9 }] }, client)

  const pasted = await pasteCasts(content, into, 'Shot 3:2, Shot 2\n\n"Shot 3"\n')

  expect(pasted).toMatchObject({ ok: true })
  expect([castOf(0), castOf(1), castOf(2)]).toEqual([
    [
      [3, 2],
      [2, 1],
    ],
    [],
    [[3, 1]],
  ])
})

test.each([
  ['Shot 3\nnobody', '“nobody” is not in this project. Nothing was changed.'],
  ['Shot 3\nShot 1', '“Shot 1” is the item itself. Nothing was changed.'],
  ['Shot 3\nShot 3\nShot 3\nShot 3', '4 rows were copied, but only 3 items follow. Nothing was changed.'],
])('a row that cannot be cast changes none of them: %j', async (text, message) => {
  expect(await pasteCasts(content, [0, 1, 2].map(item), text)).toMatchObject({ ok: false, error: { message } })
  expect([0, 1, 2].flatMap(castOf)).toEqual([])
})

test('an ambiguous name is refused with paths to write instead, and each path names one item', async () => {
  const space = content.spaces[0]?.replica
  if (space === undefined) throw new Error('It is open')
  await renameItem({ space, itemId: item(2), title: 'Shot 3' }, client)

  const message = '“Shot 3” could be several things: write space/shot-2 or space/shot-3. Nothing was changed.'
  expect(await pasteCasts(content, [item(0)], 'Shot 3')).toMatchObject({ ok: false, error: { message } })
  expect(await pasteCasts(content, [item(0)], 'Space/Shot-2:4, space/shot-3')).toMatchObject({ ok: true })
  expect(castOf(0)).toEqual([
    [3, 1],
    [2, 4],
  ])
  const [row] = readCastRows(content, listItems(content).slice(0, 1))
  expect(row?.cast.map((member) => wordOf(content, member)).toSorted()).toEqual(['space/shot-2', 'space/shot-3'])
})

test('a single row goes into one item, however it is written', async () => {
  await addToCast(content, { fromItemIds: [item(0)], text: 'Shot 3:2\nShot 2' })

  expect(castOf(0)).toEqual([
    [3, 2],
    [2, 1],
  ])
})

test('a single row goes into every selected item, and several rows repeat over them, as in a spreadsheet', async () => {
  const chosen = [0, 1].map(item)

  const one = await pasteIntoEach(content, chosen, 'Shot 3:2\tShot 2\n')
  const before = chosen.map((_, at) => castOf(at))
  const several = await pasteIntoEach(content, chosen, 'Shot 3:5\nShot 3:6')
  const added = await addToCast(content, { fromItemIds: chosen, text: item(2) })

  const both = [
    [3, 2],
    [2, 1],
  ]
  expect([one, several, added]).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  expect(before).toEqual([both, both])
  expect([castOf(0), castOf(1)]).toEqual([
    [
      [3, 5],
      [2, 2],
    ],
    [
      [3, 6],
      [2, 2],
    ],
  ])
})

test.each([
  ['Shot 3\nShot 3', '2 rows were copied, but 3 items are selected. Nothing was changed.'],
  ['Shot 2', '“Shot 2” is the item itself. Nothing was changed.'],
])('what does not fit the chosen items changes none of them: %j', async (text, message) => {
  expect(await pasteIntoEach(content, [0, 1, 2].map(item), text)).toMatchObject({ ok: false, error: { message } })
  expect([0, 1, 2].flatMap(castOf)).toEqual([])
})

test('a cast item lists the open tasks that wait for it, with the first due date', async () => {
  const [needs, waits] = fixture.stageIds
  if (needs === undefined || waits === undefined) throw new Error('A fixture has stages')
  const { studio, casting, spaces } = content
  await addNeed({ studio, need: { stageId: waits, needsStageId: needs } }, client)
  const changes = [0, 1, 2].map((at) => ({ fromItemId: item(at), toItemId: item(3), count: 1 }))
  await setCast({ casting, changes }, client)
  const [opened] = spaces
  if (opened === undefined) throw new Error('It is open')
  const taskOf = (at: number) => opened.replica.findTask(item(at), waits)?.id ?? newId()
  const done = studio.getStatuses().find(({ isDone }) => isDone)
  await setTaskStatus({ on: opened.replica, taskIds: [taskOf(0)], statusId: done?.id ?? newId() }, client)
  await setTaskField(
    {
      space: opened.replica,
      taskIds: [taskOf(1), taskOf(2)],
      field: 'dueDate',
      values: { each: ['2026-12-09', '2026-12-02'] },
    },
    client,
  )

  expect(listBlockedTasks(content, item(3))).toMatchObject([
    { stage: { id: waits }, needs: { id: needs }, count: 2, firstDue: '2026-12-02' },
  ])
})

test('an item that is out of sight counts as neither ready nor blocking', async () => {
  await setCast({ casting: content.casting, changes: [{ fromItemId: item(0), toItemId: newId(), count: 1 }] }, client)

  const [row] = readCastRows(
    content,
    listItems(content).filter(({ item: { id } }) => id === item(0)),
  )

  expect(row?.cast.map(({ used, isBlocking }) => [used, isBlocking])).toEqual([[undefined, undefined]])
})
