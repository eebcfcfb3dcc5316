import { expect, test } from 'vitest'
import { newId, toId, type ProjectId, type ReviewEntryId, type ReviewSessionId } from '#core/lib/ids.ts'
import { startReview } from '#core/reviews/start-review.ts'
import { makeReviewReplica } from '#core/reviews/review-replica.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { anId, aStudio } from '#core/testing/studio-fixture.ts'
import { gatherPacket } from './gather-packet.ts'

test('a packet contains the session as it is on the server, not as cached on the device', async () => {
  const { studioId, spaceId, itemIds, taskIds } = aStudio({ itemCount: 1 })
  const sessionId = anId<ReviewSessionId>(20, 1)
  const replica = makeReplica(`review:${sessionId}`)
  const about = { projectId: anId<ProjectId>(2, 1), name: 'Monday', day: '2026-11-25' as never, createdAt: 0 }
  const session = newRow('review_sessions', { id: sessionId, ...about })
  const [itemId, taskId] = [itemIds[0], taskIds[0]]
  if (itemId === undefined || taskId === undefined) throw new Error('no item')
  const place = { sessionId, itemId, taskId, spaceId, orderRank: '1' }
  const entry = newRow('review_entries', { id: anId<ReviewEntryId>(21, 1), ...place })
  // Cached while still empty; the pull brings what the server has.
  replica.merge({ rev: 1, full: true, tables: { review_entries: [] }, deleted: {} }, new Set())
  const never = async (): Promise<never> => await Promise.reject(new Error('its space is not known'))

  const sources = await gatherPacket(
    { studio: makeStudioReplica(studioId, makeReplica(`studio:${studioId}`)), session },
    {
      openReview: async () => await Promise.resolve(makeReviewReplica({ studioId, sessionId }, replica)),
      openSpace: never,
      openItem: never,
      hold: () => () => undefined,
      caughtUp: async () => {
        replica.merge({ rev: 2, full: false, tables: { review_entries: [entry] }, deleted: {} }, new Set())
        await Promise.resolve()
      },
    },
  )

  expect(sources.map((source) => source.entry.id)).toEqual([entry.id])
})

test('a packet is gathered although the room that shows its items lets go of them meanwhile', async () => {
  const clock = makeFakeClock()
  const { server, studioId, spaceId, userId, itemIds, taskIds } = aStudio({ itemCount: 1, now: clock.now })
  const gateway = server.connect(userId(1))
  const asked = Promise.withResolvers<void>()
  const line = Promise.withResolvers<void>()
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: {
      ...gateway,
      pull: async (request) => {
        if (request.scope.startsWith('item:')) {
          asked.resolve()
          await line.promise
        }
        request.signal?.throwIfAborted()
        return await gateway.pull(request)
      },
    },
    store: makeMemoryStore(),
    clock,
    ids: { newId, random: () => 0.5 },
    online: { isOnline: () => true, subscribe: () => () => undefined },
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const [itemId, taskId] = [itemIds[0], taskIds[0]]
  if (itemId === undefined || taskId === undefined) throw new Error('no item')
  const id = newId<ReviewSessionId>()
  const projectId = toId<ProjectId>(studio.replica.find('spaces', spaceId)?.projectId ?? '')
  const about = { studio, id, projectId, name: 'Monday', kind: 'dailies', day: '2026-11-25' } as const
  await startReview({ ...about, tasks: [{ taskId, itemId, spaceId }] }, client)
  await clock.advance(1000)
  const session = studio.replica.find('review_sessions', id)
  if (session === undefined) throw new Error('no session')

  const letGo = client.hold(`item:${itemId}`)
  const gathering = gatherPacket({ studio, session }, client)
  await asked.promise
  letGo()
  line.resolve()

  expect((await gathering).map(({ item }) => item?.itemId)).toEqual([itemId])
})
