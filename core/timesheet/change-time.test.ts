import type { StudioClient } from '#core/sync/studio-client.ts'
import { undoSteps } from '#core/change/undo-steps.ts'
import { expect, test } from 'vitest'
import { applyTimeEdits, stopTimer, type EditedTime, type TimeEdit } from './edits.ts'
import {
  newId,
  type ItemId,
  type ProjectId,
  type SpaceId,
  type StageId,
  type TaskId,
  type TimeEntryId,
} from '#core/lib/ids.ts'
import type { LocalStore } from '#core/sync/ports.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio, type StudioFixture } from '#core/testing/studio-fixture.ts'
import { changeTime } from './change-time.ts'
import { setTimeLock } from './set-time-lock.ts'

async function connect(studio: StudioFixture, store: LocalStore): Promise<StudioClient> {
  const userId = studio.userId(1)
  return await makeStudioClient({
    userId,
    gateway: studio.server.connect(userId),
    store,
    clock: systemClock,
    ids: systemIds,
    // Nothing is sent: the test reads what is stored.
    online: { isOnline: () => false, subscribe: () => () => undefined },
    tabs: makeSingleTab(),
  })
}

function aTimer(studio: StudioFixture): EditedTime {
  const names = { userName: 'Mei', projectName: 'Film', spaceName: 'Ep01', collectionName: 'SQ010', itemName: 'sh0010' }
  const { taskIds } = studio
  const [taskId = newId<TaskId>()] = taskIds
  const place = { taskId, itemId: newId<ItemId>(), spaceId: newId<SpaceId>(), projectId: newId<ProjectId>() }
  const what = { versionNumber: undefined, comment: '', minutes: 0, createdAt: 1_000_000, isRunning: true }
  return {
    ...names,
    ...place,
    ...what,
    stageId: newId<StageId>(),
    stageName: 'Animation',
    url: '/x',
    id: newId<TimeEntryId>(),
    userId: studio.userId(1),
  }
}

/** The edits in the outbox, applied to nothing: all that an offline device knows. */
function pendingTimes({ outbox }: StudioClient): readonly EditedTime[] {
  const edits = outbox.getEntries().flatMap(({ mutation }) => (mutation.kind === 'change-time' ? mutation.edits : []))
  return applyTimeEdits([], edits)
}

test('a timer started offline still runs after a reload, and stops with its minutes', async () => {
  const studio = aStudio()
  const store = makeMemoryStore()
  const timer = aTimer(studio)
  const first = await connect(studio, store)
  const start: TimeEdit = { before: undefined, after: timer }
  const started = await changeTime({ studioId: studio.studioId, label: 'Start timer', edits: [start] }, first)
  expect(started.ok).toBe(true)

  const second = await connect(studio, store)
  expect(pendingTimes(second)).toEqual([timer])

  const stopped = stopTimer(timer, timer.createdAt + 90 * 60_000)
  const stop: TimeEdit = { before: timer, after: stopped }
  const done = await changeTime({ studioId: studio.studioId, label: 'Stop timer', edits: [stop] }, second)
  expect(pendingTimes(second)).toEqual([{ ...timer, isRunning: false, minutes: 90 }])

  if (!done.ok) throw done.error
  const { redo } = await undoSteps(done.value.undo ?? { label: '', steps: [] }, second.carryOut)
  expect(pendingTimes(second)).toEqual([timer])
  await undoSteps(redo ?? { label: '', steps: [] }, second.carryOut)
  expect(pendingTimes(second)).toEqual([stopped])
})

test('an empty change of time is refused, and a lock is undone by unlocking', async () => {
  const studio = aStudio()
  const client = await connect(studio, makeMemoryStore())
  expect((await changeTime({ studioId: studio.studioId, label: 'Change time', edits: [] }, client)).ok).toBe(false)
  const lock = { studioId: studio.studioId, week: '2026-11-09', timeZone: 'UTC', isLocked: true } as const
  const locked = await setTimeLock(lock, client)
  if (!locked.ok) throw locked.error
  await undoSteps(locked.value.undo ?? { label: '', steps: [] }, client.carryOut)
  expect(client.outbox.getEntries().map(({ mutation }) => mutation)).toMatchObject([
    { kind: 'set-time-lock', week: '2026-11-09', isLocked: true },
    { kind: 'set-time-lock', week: '2026-11-09', isLocked: false },
  ])
})
