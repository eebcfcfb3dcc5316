import { expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { foldSequences } from './fold-sequences.ts'

const aFile = (filename: string, frameCount?: number) => {
  const about = { id: newId<MediaId>(), filename, contentType: 'image/x-exr', sizeBytes: 9, createdAt: 0 }
  const film = frameCount === undefined ? {} : { frameCount, proxyMediaId: newId<MediaId>() }
  return newRow('media', { ...about, ...film, createdBy: undefined, isStored: true })
}

test('numbered pictures that became a film are one file, beside the others', () => {
  const first = aFile('sh010_v02.1001.exr', 3)
  const others = [aFile('matte.1001.exr'), aFile('notes.exr')]
  const files = [first, aFile('sh010_v02.1002.exr'), aFile('SH010_v02.1003.EXR'), ...others]

  expect(foldSequences(files)).toEqual([first, ...others])
})

test('numbered pictures without a film are separate files', () => {
  const files = [aFile('sh010.1001.exr'), aFile('sh010.1002.exr')]

  expect(foldSequences(files)).toEqual(files)
})

test('moving pictures and ZIPs of a sequence are films of their own, however they are numbered', () => {
  const films = [aFile('walk_0001.gif', 12), aFile('walk_0002.gif', 12), aFile('sh010.1001.zip', 24)]
  const files = [
    ...films.slice(0, 2).map((file) => ({ ...file, contentType: 'image/gif' })),
    ...films.slice(2).map((file) => ({ ...file, contentType: 'application/zip' })),
  ]

  expect(foldSequences(files)).toEqual(files)
})
