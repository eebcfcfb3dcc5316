import { expect, test } from 'vitest'
import type { ItemId, ProjectId, SpaceId, StudioId, TaskId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeFakeClient } from '#core/testing/fake-client.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import { startReview } from './start-review.ts'

const studioId = anId<StudioId>(1, 1)

function start(count: number, name = 'Dailies') {
  const replica = makeReplica(`studio:${studioId}`)
  const tasks = Array.from({ length: count }, (_, at) => ({
    taskId: anId<TaskId>(3, at),
    itemId: anId<ItemId>(4, at),
    spaceId: anId<SpaceId>(5, 1),
  }))
  const client = makeFakeClient(
    replica,
    async () => await Promise.resolve({ id: '', answered: Promise.resolve() } as never),
  )
  // Only what the change reads.
  const studio = { studioId, replica } as unknown as StudioReplica
  const day = '2026-06-12' as never
  return startReview({ studio, projectId: anId<ProjectId>(2, 1), name, kind: 'dailies', day, tasks }, client)
}

test('a session of more than a thousand tasks is refused with a message', async () => {
  expect(await start(1001)).toMatchObject({
    ok: false,
    error: { message: 'A review session has at most 1000 tasks. Start another one for the rest.' },
  })
  expect(await start(1000)).toMatchObject({ ok: true })
})

test('a session without a name is refused', async () => {
  expect(await start(1, '  ')).toMatchObject({ ok: false, error: { code: 'name-missing' } })
})
