import { expect, test } from 'vitest'
import { newId, type StatusId, type TaskId, type UserId, type VersionId } from '#core/lib/ids.ts'
import { readCommentMetadata } from './metadata.ts'

test('metadata of revisions, status changes and references is read', () => {
  const [versionId, taskId, statusId, userId] = [
    newId<VersionId>(),
    newId<TaskId>(),
    newId<StatusId>(),
    newId<UserId>(),
  ]

  const read = readCommentMetadata({
    authorName: 'Ryo',
    statusInfo: { status: 'WFA', statusId, changedStatus: true, fromStatusId: statusId },
    revision: { versionId, versionNumber: 7, taskId, taskName: 'Animation', comment: 'Hm', timeSpent: '2h 30m' },
    hereReferences: [{ id: 'a', type: 'video', label: '00:02:11', data: { timestamp: 2.5, version: 'v7' } }],
    mentions: [userId],
  })

  expect(read.authorName).toBe('Ryo')
  expect(read.statusInfo).toEqual({ status: 'WFA', statusId, changedStatus: true, fromStatusId: statusId })
  expect(read.revision).toMatchObject({ versionNumber: 7, timeSpent: '2h 30m', stageId: undefined })
  expect(read.hereReferences).toEqual([
    { id: 'a', type: 'video', label: '00:02:11', data: { timestamp: 2.5, version: 'v7' } },
  ])
  expect(read.mentions).toEqual([userId])
})

test('a reference to several frames keeps its range, and a malformed range leaves the first frame', () => {
  const here = (range: unknown) => ({ id: 'a', type: 'video', label: '1009–1020', data: { timestamp: 0.5, range } })
  const references = [{ from: 8, to: 19 }, { from: 19, to: 8 }, { from: -1, to: 3 }, { from: 0.5, to: 3 }, 'all']

  const { hereReferences } = readCommentMetadata({ hereReferences: references.map(here) })

  expect(hereReferences.map(({ data }) => data.range)).toEqual([{ from: 8, to: 19 }, ...Array.from({ length: 4 })])
})

test('a reference of an unknown type is kept, so that following it can report that', () => {
  const { hereReferences } = readCommentMetadata({ hereReferences: [{ id: 'a', type: 'hologram', data: {} }] })

  expect(hereReferences.map(({ type }) => type)).toEqual(['hologram'])
})

test('malformed parts of metadata are absent', () => {
  const read = readCommentMetadata({
    authorName: 7,
    statusInfo: 'WFA',
    revision: { versionId: 'x' },
    hereReferences: [null, 'here', { data: [] }],
    mentions: ['nobody'],
    drawings: [{ mediaId: 'x', frame: -1 }],
  })

  expect(read).toEqual({
    authorName: undefined,
    statusInfo: undefined,
    revision: undefined,
    hereReferences: [],
    mentions: [],
    drawings: [],
    sessionId: undefined,
  })
})
