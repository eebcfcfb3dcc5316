import { expect, test } from 'vitest'
import type { MediaId, ProjectId, ReviewSessionId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { anId, aStudio } from '#core/testing/studio-fixture.ts'
import type { KeptSession } from '#app/lib/kept-files.ts'
import { findClosed } from './watch-kept.ts'

/**
 * Returns how many removals a stored session needs, in a studio with rows in the given tables; with none, nothing has
 * loaded yet.
 */
function aKept({ has = ['review_sessions', 'spaces'] }: { readonly has?: readonly string[] | undefined } = {}) {
  const { server, studioId, spaceId } = aStudio({ itemCount: 1 })
  const sessionId = anId<ReviewSessionId>(20, 1)
  const replica = makeReplica(`studio:${studioId}`)
  const about = { projectId: anId<ProjectId>(2, 1), name: 'Monday', day: '2026-11-25' as never, createdAt: 0 }
  const tables = {
    review_sessions: has.includes('review_sessions') ? [newRow('review_sessions', { id: sessionId, ...about })] : [],
    spaces: has.includes('spaces') ? server.list('spaces') : [],
  }
  if (has.length > 0) replica.merge({ rev: 1, full: true, tables, deleted: {} }, new Set())
  const files = [{ id: anId<MediaId>(23, 1), spaceId, sizeBytes: 10 }]
  const kept: KeptSession = { sessionId, studioId, name: 'Monday', films: 'proxies', keptAt: 0, files }
  return findClosed(makeStudioReplica(studioId, replica), [kept]).length
}

test('downloads stay while the person can see their session, and until the studio is loaded', () => {
  expect(aKept()).toBe(0)
  expect(aKept({ has: [] })).toBe(0)
})

test('films of a session or space the person lost access to are deleted from the device', () => {
  expect(aKept({ has: ['spaces'] })).toBe(1)
  expect(aKept({ has: ['review_sessions'] })).toBe(1)
})
