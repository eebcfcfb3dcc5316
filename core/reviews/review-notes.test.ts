import { expect, test } from 'vitest'
import { countAnswered, groupNotes, notesToCsv, type ReviewNote } from './review-notes.ts'

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

test('groups notes by shot and by whom they are for, in the session’s order', () => {
  const notes = [aNote({}), aNote({ shot: 'sq010_sh0020', artist: 'Jonas' }), aNote({ shot: 'sq010_sh0030' })]

  expect([...groupNotes(notes, 'artist').keys()]).toEqual(['Amara', 'Jonas'])
  expect(groupNotes(notes, 'artist').get('Amara')).toHaveLength(2)
  expect([...groupNotes(notes, 'shot').keys()]).toHaveLength(3)
})

test('a task is answered when a revision came after its last note', () => {
  const early = aNote({ id: 'n1', answeredBy: 4 })
  const late = aNote({ id: 'n2' })
  const other = aNote({ id: 'n3', taskId: 't2', answeredBy: 5 })

  expect(countAnswered([early, late, other])).toEqual({ answered: 1, noted: 2 })
})

test('no note is taken for a formula by a spreadsheet', () => {
  const csv = notesToCsv([aNote({ text: '=cmd|calc', frames: ['1009–1020', '1030'], answeredBy: 4 })])

  expect(csv.split('\n')[1]).toBe(
    "sq010_sh0010,Animation,1009–1020 1030,'=cmd|calc,FEEDBACK,Amara,Ingrid,2026-11-24T09:00:00.000Z,0,v4",
  )
})
