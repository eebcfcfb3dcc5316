import { expect, test } from 'vitest'
import type { ProjectId, ReviewEntryId, ReviewSessionId } from '#core/lib/ids.ts'
import { makeReviewReplica } from '#core/reviews/review-replica.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
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
      caughtUp: async () => {
        replica.merge({ rev: 2, full: false, tables: { review_entries: [entry] }, deleted: {} }, new Set())
        await Promise.resolve()
      },
    },
  )

  expect(sources.map((source) => source.entry.id)).toEqual([entry.id])
})
