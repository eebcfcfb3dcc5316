import { expect, test } from 'vitest'
import { makeItemReplica } from '#core/revisions/item-replica.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import type { MediaId, ReviewEntryId, ReviewSessionId, StatusId, VersionId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { anId, aStudio } from '#core/testing/studio-fixture.ts'
import { findShownFile } from '#core/reviews/find-shown-file.ts'
import { findPlace } from './room-model.ts'

const { server, studioId, spaceId, itemIds, taskIds } = aStudio()
const [itemId = anId(7, 0)] = itemIds
const [taskId = anId(8, 0)] = taskIds

function anEntry(number: number, given: { versionId?: VersionId; judgedStatusId?: StatusId } = {}) {
  const place = { sessionId: anId<ReviewSessionId>(20, 1), taskId, itemId, spaceId, orderRank: String(number) }
  return newRow('review_entries', { id: anId<ReviewEntryId>(21, number), ...place, ...given })
}

/** Returns an item with these revisions, newest last, each with files of these types. */
function anItem(revisions: readonly (readonly string[])[]) {
  const replica = makeReplica(`item:${itemId}`)
  const versions = revisions.map((_, index) => aVersion(index))
  const media = revisions.flatMap((files, version) =>
    files.map((contentType, file) =>
      newRow('media', {
        id: anId<MediaId>(23, version * 10 + file),
        filename: 'a',
        contentType,
        sizeBytes: 1,
        isStored: true,
        createdAt: 0,
      }),
    ),
  )
  const links = revisions.flatMap((files, version) =>
    files.map((_, displayOrder) => ({
      versionId: anId<VersionId>(22, version),
      mediaId: anId<MediaId>(23, version * 10 + displayOrder),
      displayOrder,
    })),
  )
  replica.merge(
    { rev: 1, full: true, tables: { task_versions: versions, media, version_media: links }, deleted: {} },
    new Set(),
  )
  return makeItemReplica({ studioId, spaceId, itemId }, replica)
}

function aVersion(index: number) {
  return newRow('task_versions', {
    id: anId<VersionId>(22, index),
    taskId,
    versionNumber: index + 1,
    isCurrent: false,
    createdAt: index,
  })
}

const space = makeSpaceReplica({ studioId, spaceId }, makeReplica(`space:${spaceId}`))
const task = server.list('item_tasks').find(({ id }) => id === taskId)

test('the room shows the film of the newest revision that has a file', () => {
  const item = anItem([['video/mp4'], ['image/png', 'video/mp4'], []])

  const content = findShownFile({ entry: anEntry(1), task }, { space, item })

  expect(content).toMatchObject({ kind: 'file', version: { versionNumber: 2 }, media: { contentType: 'video/mp4' } })
})

test('the room shows the pinned revision, and says so if it was deleted', () => {
  const item = anItem([['video/mp4'], ['video/mp4']])
  const contentOf = (versionId: VersionId) => findShownFile({ entry: anEntry(1, { versionId }), task }, { space, item })

  expect(contentOf(anId(22, 0))).toMatchObject({ kind: 'file', version: { versionNumber: 1 } })
  expect(contentOf(anId(22, 9))).toEqual({ kind: 'version-deleted' })
})

test('the room says why there is nothing to look at', () => {
  const entry = anEntry(1)

  expect(findShownFile({ entry, task }, { space: undefined, item: undefined })).toEqual({ kind: 'loading' })
  expect(findShownFile({ entry, task: undefined }, { space, item: undefined })).toEqual({ kind: 'task-deleted' })
  expect(findShownFile({ entry, task }, { space, item: anItem([[]]) })).toEqual({ kind: 'nothing-posted' })
})

test('the room opens at the entry of the address, else at the first that is not judged', () => {
  const entries = [anEntry(1, { judgedStatusId: anId<StatusId>(6, 1) }), anEntry(2), anEntry(3)]

  expect(findPlace(entries, anId<ReviewEntryId>(21, 3), 0)).toBe(2)
  expect(findPlace(entries, undefined, undefined)).toBe(1)
  expect(findPlace(entries.slice(0, 1), 'gone', undefined)).toBe(0)
})

test('the room stays at its place when an entry is judged or removed', () => {
  const entries = [anEntry(1, { judgedStatusId: anId<StatusId>(6, 1) }), anEntry(2)]

  expect(findPlace(entries, undefined, 0)).toBe(0)
  expect(findPlace(entries, 'gone', 2)).toBe(1)
  expect(findPlace([], 'gone', 2)).toBe(0)
})
