import { expect, test } from 'vitest'
import { parseComment, toPlainText } from '#core/comments/markup.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { makeItemReplica } from '#core/revisions/item-replica.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { anId, aStudio } from '#core/testing/studio-fixture.ts'
import {
  countAnswered,
  groupNotes,
  notesToCsv,
  describeMark,
  describeReference,
  type ReviewNote,
} from './review-notes.ts'

function aNote(changes: Partial<ReviewNote>): ReviewNote {
  return {
    id: 'n1',
    taskId: 't1',
    shot: 'sq010_sh0010',
    stage: 'Animation',
    author: 'Ingrid',
    artist: 'Amara',
    at: Date.UTC(2026, 10, 24, 9),
    text: 'Hold the arm',
    frames: [],
    drawings: [],
    judged: 'FEEDBACK',
    answeredBy: undefined,
    ...changes,
  }
}

test('notes are grouped by shot or by artist, in the session’s order', () => {
  const notes = [aNote({}), aNote({ shot: 'sq010_sh0020', artist: 'Jonas' }), aNote({ shot: 'sq010_sh0030' })]

  expect([...groupNotes(notes, 'artist').keys()]).toEqual(['Amara', 'Jonas'])
  expect(groupNotes(notes, 'artist').get('Amara')).toHaveLength(2)
  expect([...groupNotes(notes, 'shot').keys()]).toHaveLength(3)
})

test('a task is answered once a revision follows its last note', () => {
  const early = aNote({ id: 'n1', answeredBy: 4 })
  const late = aNote({ id: 'n2' })
  const other = aNote({ id: 'n3', taskId: 't2', answeredBy: 5 })

  expect(countAnswered([early, late, other])).toEqual({ answered: 1, noted: 2 })
})

test('no note becomes a formula in a spreadsheet', () => {
  const csv = notesToCsv([aNote({ text: '=cmd|calc', frames: ['1009–1020', '1030'], answeredBy: 4 })])

  expect(csv.split('\n')[1]).toBe(
    "sq010_sh0010,Animation,1009–1020 1030,'=cmd|calc,FEEDBACK,Amara,Ingrid,2026-11-24T09:00:00.000Z,0,v4",
  )
})

test('a note names its frames by their current numbers', () => {
  const { server, studioId, spaceId, itemIds } = aStudio()
  const [itemId = anId(7, 0)] = itemIds
  const [row] = server.list('items')
  const [project] = server.list('projects')
  const mediaId = anId<MediaId>(23, 1)
  const film = { id: mediaId, filename: 'a.mp4', contentType: 'video/mp4', sizeBytes: 1, isStored: true, createdAt: 0 }
  const replica = makeReplica(`item:${itemId}`)
  const tables = { media: [newRow('media', { ...film, frameRate: '24/1' })] }
  replica.merge({ rev: 1, full: true, tables, deleted: {} }, new Set())
  const item = makeItemReplica({ studioId, spaceId, itemId }, replica)
  const say = (data: object, firstFrame: number | undefined, label = '00:00:00:12') =>
    describeReference(
      { id: 'a', type: 'video', label, data },
      { item, row, project: project && { ...project, firstFrame } },
    )
  const moment = { mediaId, timestamp: 12.5 / 24 }

  expect(say(moment, undefined)).toBe('frame 13')
  expect(say(moment, 1001)).toBe('frame 1013')
  expect(say({ ...moment, range: { from: 12, to: 19 } }, 1001, '13–20')).toBe('1013–1020')
  const references = [{ id: 'a', type: 'video', label: '13–20', data: { ...moment, range: { from: 12, to: 19 } } }]
  const counted = { item, row, project: project && { ...project, firstFrame: 1001 } }
  const words = toPlainText(parseComment('@here[13–20] hold', []), (mark) =>
    describeMark(mark, { hereReferences: references }, counted),
  )
  expect(words).toBe('@here 1013–1020 hold')
  // Anything without a known film stays as it was written.
  expect(say({ mediaId: anId<MediaId>(23, 9), timestamp: 1 }, 1001)).toBe('00:00:00:12')
  expect(say({ mediaId, fileName: 'a.mp4' }, 1001, 'a.mp4')).toBe('a.mp4')
})
