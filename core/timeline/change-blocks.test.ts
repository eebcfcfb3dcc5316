import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Done } from '#core/change/context.ts'
import { undoSteps } from '#core/change/undo-steps.ts'
import type { Result } from '#core/lib/result.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { expect, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId, type BlockId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio, type StudioFixture } from '#core/testing/studio-fixture.ts'
import { changeBlocks } from './change-blocks.ts'
import { setDaysOff } from './set-days-off.ts'

const online = { isOnline: () => true, subscribe: () => () => undefined }

async function connect(studio: StudioFixture, person: number) {
  const userId = studio.userId(person)
  const client = await makeStudioClient({
    userId,
    gateway: studio.server.connect(userId),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online,
    tabs: makeSingleTab(),
  })
  return { client, timeline: await client.openTimeline(studio.studioId) }
}

function aBlock(studio: StudioFixture, overrides: Partial<TaskBlockRow> = {}): TaskBlockRow {
  const [taskId] = studio.taskIds
  if (taskId === undefined) throw new Error('The studio has no task')
  return {
    id: newId<BlockId>(),
    taskId,
    assigneeId: studio.userId(1),
    startDate: '2026-11-23',
    durationDays: 2,
    rowIndex: 0,
    ...overrides,
  }
}

const label = 'Move'

async function undo(done: Done, client: StudioClient): Promise<Result<Done> | undefined> {
  return (await undoSteps(done.undo ?? { label: '', steps: [] }, client.carryOut)).results[0]
}

test('a moved block shows at once, reaches the server, and goes back by undo', async () => {
  const studio = aStudio()
  const block = aBlock(studio)
  studio.server.seed('task_blocks', [block], `timeline:${studio.studioId}`)
  const { client, timeline } = await connect(studio, 1)

  const moved = await changeBlocks({ timeline, put: [{ ...block, startDate: '2026-11-25' }], label }, client)
  if (!moved.ok) throw moved.error
  expect(timeline.findBlock(block.id)?.startDate).toBe('2026-11-25')
  await moved.value.answered
  expect(studio.server.list('task_blocks')).toMatchObject([{ startDate: '2026-11-25' }])

  await undo(moved.value, client)
  expect(timeline.findBlock(block.id)).toEqual(block)
  await client.close()
})

test('a move the server refuses is reverted', async () => {
  const studio = aStudio()
  const block = aBlock(studio)
  studio.server.seed('task_blocks', [block], `timeline:${studio.studioId}`)
  const { client, timeline } = await connect(studio, 1)
  vi.spyOn(client.gateway, 'write').mockRejectedValue(new AppError('permission-denied', 'Not yours to plan'))

  const moving = changeBlocks({ timeline, put: [{ ...block, startDate: '2026-11-25' }], label }, client)
  expect(timeline.findBlock(block.id)?.startDate).toBe('2026-11-25')
  const moved = await moving
  if (!moved.ok) throw moved.error
  const answer = await moved.value.answered

  expect(answer).toMatchObject({ ok: false, error: { message: 'Not yours to plan' } })
  expect(timeline.findBlock(block.id)).toEqual(block)
  await client.close()
})

test('when two people move one block the last one wins, and the first one’s undo leaves it alone', async () => {
  const studio = aStudio()
  const block = aBlock(studio)
  studio.server.seed('task_blocks', [block], `timeline:${studio.studioId}`)
  const [mei, sam] = [await connect(studio, 1), await connect(studio, 2)]

  const first = await changeBlocks({ ...mei, put: [{ ...block, startDate: '2026-11-25' }], label }, mei.client)
  if (!first.ok) throw first.error
  await first.value.answered
  const second = await changeBlocks({ ...sam, put: [{ ...block, startDate: '2026-11-30' }], label }, sam.client)
  if (!second.ok) throw second.error
  await second.value.answered
  await expect.poll(() => mei.timeline.findBlock(block.id)?.startDate).toBe('2026-11-30')
  const undone = await undo(first.value, mei.client)

  expect(undone).toMatchObject({ ok: false, error: { code: 'changed-by-someone-else' } })
  expect(studio.server.list('task_blocks')).toMatchObject([{ startDate: '2026-11-30' }])
  await Promise.all([mei.client.close(), sam.client.close()])
})

test('undo restores a deleted duplicate block under its own id', async () => {
  const studio = aStudio()
  const [first, second] = [aBlock(studio), aBlock(studio, { startDate: '2026-12-01' })]
  studio.server.seed('task_blocks', [first, second], `timeline:${studio.studioId}`)
  const { client, timeline } = await connect(studio, 1)

  const removed = await changeBlocks({ timeline, remove: [second.id], label }, client)
  if (!removed.ok) throw removed.error
  await removed.value.answered
  expect(timeline.getBlocks()).toEqual([first])
  await undo(removed.value, client)

  await expect.poll(() => studio.server.list('task_blocks').map(({ id }) => id)).toEqual([first.id, second.id])
  expect(timeline.findBlock(second.id)).toEqual(second)
  await client.close()
})

test('days off are set once and removed by undo', async () => {
  const studio = aStudio()
  const { client, timeline } = await connect(studio, 1)
  const input = { timeline, userId: studio.userId(1), days: ['2026-12-24', '2026-12-25'] as const, isOff: true }

  const set = await setDaysOff(input, client)
  if (!set.ok) throw set.error
  expect(timeline.getDaysOff().get(studio.userId(1))?.size).toBe(2)
  expect(await setDaysOff(input, client)).toMatchObject({ ok: false, error: { code: 'not-found' } })
  await undo(set.value, client)

  expect(timeline.getDaysOff().get(studio.userId(1))).toBeUndefined()
  await client.close()
})
