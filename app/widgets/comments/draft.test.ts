import { expect, test } from 'vitest'
import { newId, type MediaId, type StatusId } from '#core/lib/ids.ts'
import { canPost, emptyDraft, moveFile, readDraft, usedReferences, writeDraft, type DraftFile } from './draft.ts'

const aFile = (name: string): DraftFile => ({
  id: newId<MediaId>(),
  name,
  blob: new Blob(['x']),
  sentBytes: 0,
  isSent: false,
  error: undefined,
})

test('a comment needs text, a file or a different status', () => {
  const current = newId<StatusId>()

  expect(canPost(emptyDraft, current)).toBe(false)
  expect(canPost({ ...emptyDraft, text: '  \n' }, current)).toBe(false)
  expect(canPost({ ...emptyDraft, statusId: current }, current)).toBe(false)
  expect(canPost({ ...emptyDraft, text: 'Hm' }, current)).toBe(true)
  expect(canPost({ ...emptyDraft, files: [aFile('a.png')] }, current)).toBe(true)
  expect(canPost({ ...emptyDraft, statusId: newId<StatusId>() }, current)).toBe(true)
})

test('a revision needs only time spent', () => {
  const revision = { ...emptyDraft, mode: 'revision', text: 'Done' } as const

  expect(canPost(revision, undefined)).toBe(false)
  expect(canPost({ ...revision, minutes: 10 }, undefined)).toBe(true)
  expect(canPost({ ...revision, text: '', hours: 1 }, undefined)).toBe(true)
})

test('nothing can be posted while a post is under way', () => {
  expect(canPost({ ...emptyDraft, text: 'Hm', isPosting: true }, undefined)).toBe(false)
})

test('nothing can be posted while files from before a reload are being read', () => {
  const keptFiles = [{ id: newId<MediaId>(), name: 'a.png' }]

  expect(canPost({ ...emptyDraft, text: 'Hm', keptFiles }, undefined)).toBe(false)
})

test('a draft is the same after a reload, with its files named but not yet read', () => {
  const reference = { id: 'a', type: 'video', label: '00:01:02', data: { timestamp: 1 } }
  const file = aFile('a.png')
  const draft = { ...emptyDraft, text: 'Look @here[00:01:02]', hours: 2, references: [reference], files: [file] }
  const kept = [{ id: file.id, name: 'a.png' }]

  expect(readDraft(writeDraft(draft))).toEqual({ ...draft, files: [], keptFiles: kept })
  expect(readDraft(writeDraft({ ...draft, files: [], keptFiles: kept })).keptFiles).toEqual(kept)
  expect(readDraft('{"text":')).toEqual(emptyDraft)
  expect(readDraft(undefined)).toEqual(emptyDraft)
})

test('posts only the references its text still names', () => {
  const reference = (label: string) => ({ id: label, type: 'video', label, data: {} })
  const draft = {
    ...emptyDraft,
    text: 'at @here[00:01:02]',
    references: [reference('00:01:02'), reference('00:02:00')],
  }

  expect(usedReferences(draft).map(({ label }) => label)).toEqual(['00:01:02'])
})

test('moves a file to another place, but not beyond the ends', () => {
  const files = [aFile('a'), aFile('b'), aFile('c')]
  const names = (moved: readonly DraftFile[]) => moved.map(({ name }) => name).join('')

  expect(names(moveFile(files, 0, 2))).toBe('bca')
  expect(names(moveFile(files, 2, 1))).toBe('acb')
  expect(names(moveFile(files, 0, -1))).toBe('abc')
})
