import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toId, type MediaId } from '#core/lib/ids.ts'
import {
  sniffLength,
  checkAttachment,
  isShownInPlace,
  mediaKindOf,
  resolveContentType,
  sniffContentType,
  thumbnailOf,
  uniquePastedName,
} from './media-kind.ts'

const head = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const png = head('\x89PNG\r\n\x1a\n....')
const mp4 = head('\0\0\0\x20ftypisom')
const check = (fileName: string, bytes: Uint8Array, contentType = '') => {
  const result = checkAttachment({ fileName, contentType, head: bytes })
  return result.ok ? result.value : result.error.code
}

test('each kind of file is detected from its first bytes', () => {
  const samples = {
    'image/png': '\x89PNG\r\n\x1a\n',
    'image/jpeg': '\xff\xd8\xff\xe0',
    'image/webp': 'RIFF\0\0\0\0WEBPVP8 ',
    'audio/wav': 'RIFF\0\0\0\0WAVEfmt ',
    'video/x-msvideo': 'RIFF\0\0\0\0AVI LIST',
    'video/mp4': '\0\0\0\x20ftypisom',
    'video/quicktime': '\0\0\0\x14ftypqt  ',
    'audio/mp4': '\0\0\0\x20ftypM4A ',
    'image/avif': '\0\0\0\x20ftypavif',
    'video/webm': '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x84webm',
    'video/x-matroska': '\x1aE\xdf\xa3\x9fB\x82\x88matroska',
    'audio/mpeg': '\xff\xfb\x90\x64',
    'audio/aac': '\xff\xf1\x50\x80',
    'application/pdf': '%PDF-1.7',
    'application/zip': 'PK\x03\x04',
  }

  for (const [type, bytes] of Object.entries(samples)) expect(sniffContentType(head(bytes))).toBe(type)
  for (const text of ['', '<svg xmlns', '<!doctype html>', 'a,b,c', '{"a":1}'])
    expect(sniffContentType(head(text))).toBeUndefined()
})

test('detection needs only a file’s first bytes', () => {
  const webm = head(`\x1aE\xdf\xa3${'.'.repeat(sniffLength - 8)}webm`)

  expect(sniffContentType(webm.subarray(0, sniffLength))).toBe('video/webm')
  expect(sniffContentType(head(`\x1aE\xdf\xa3${'.'.repeat(sniffLength)}webm`))).toBe('video/x-matroska')
})

test('a file shown in place always has the bytes of its kind', () => {
  const name = fc.constantFrom('a.png', 'a.mp4', 'a.pdf', 'a.svg', 'a.html', 'a.zip', 'a.csv', 'a')
  const type = fc.constantFrom(
    '',
    'image/png',
    'video/mp4',
    'text/html',
    'image/svg+xml',
    'application/pdf',
    'text/csv',
  )
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.constantFrom(png, mp4, head('<html>'), head('%PDF-1.4')))

  fc.assert(
    fc.property(name, type, bytes, (fileName, contentType, start) => {
      const result = checkAttachment({ fileName, contentType, head: start })
      if (result.ok && isShownInPlace(result.value)) {
        // A container may hold audio or video, so either is accepted.
        const familyOf = (kind: string) => (kind === 'audio' ? 'video' : kind)
        const found = mediaKindOf(sniffContentType(start) ?? '')
        expect(familyOf(found)).toBe(familyOf(mediaKindOf(result.value)))
      }
    }),
    { numRuns: 1000 },
  )
})

test('a page that claims to be a picture is refused, as are programs', () => {
  expect(check('a.png', head('<html><script>'), 'image/png')).toBe('file-kind-refused')
  expect(check('a.html', head('<html>'), 'text/html')).toBe('file-kind-refused')
  expect(check('a.html', head('<html>'))).toBe('file-kind-refused')
  expect(check('a.exe', head('MZ'))).toBe('file-kind-refused')
  expect(check('a.blend', head('MZ'))).toBe('file-kind-refused')
  expect(check('a.cmd', head('@echo'))).toBe('file-kind-refused')
  expect(check('a.pdf', png, 'application/pdf')).toBe('file-kind-refused')
})

test('the listed kinds are accepted, by type or by name', () => {
  expect(check('a.png', png)).toBe('image/png')
  expect(check('a.jpg', png, 'image/jpeg')).toBe('image/png')
  expect(check('a.mov', mp4)).toBe('video/quicktime')
  expect(check('a.docx', head('PK\x03\x04'))).toMatch(/wordprocessingml/)
  expect(check('a.mp3', head('ID3'), 'audio/mp3')).toBe('audio/mpeg')
  expect(check('a.mpg', head('\0\0\x01\xba'), 'video/mpeg')).toBe('video/mpeg')
  expect(check('a.csv', head('a,b'), 'text/csv; charset=utf-8')).toBe('text/csv')
  expect(check('a.svg', head('<svg/>'), 'image/svg+xml')).toBe('image/svg+xml')
})

test('files of any program are accepted as downloads', () => {
  const names = [
    'a.blend',
    'a.usd',
    'a.usdc',
    'a.abc',
    'a.fbx',
    'a.ma',
    'a.nk',
    'a.hip',
    'a.tvpp',
    'a.aep',
    'a.py',
    'a',
  ]
  for (const name of names) {
    expect([name, check(name, head('BLENDER-v'))]).toEqual([name, 'application/octet-stream'])
    expect(isShownInPlace('application/octet-stream')).toBe(false)
  }
  expect(check('a.psd', head('8BPS'))).toBe('image/vnd.adobe.photoshop')
  expect(check('a.exr', head('v/1\x01'))).toBe('image/x-exr')
  expect(check('a.zip', head('PK\x03\x04'))).toBe('application/zip')
  expect(check('a.blend', head('BLENDER-v'), 'application/x-blender')).toBe('application/x-blender')
})

test('an SVG is a picture, but never shown in place', () => {
  expect(mediaKindOf('image/svg+xml')).toBe('image')
  expect(isShownInPlace('image/svg+xml')).toBe(false)
})

test('an undeclared type is found by the extension', () => {
  expect(resolveContentType('application/octet-stream', 'Shot.MOV')).toBe('video/quicktime')
  expect(resolveContentType('', 'constructor')).toBe('application/octet-stream')
  expect(resolveContentType('', 'a.constructor')).toBe('application/octet-stream')
})

test('lists show each file by its smallest picture', () => {
  const [id, posterMediaId, thumbnailMediaId] = ['file', 'poster', 'thumbnail'].map((name) => toId<MediaId>(name))
  if (id === undefined) throw new Error('There is a file')
  const none = { posterMediaId: undefined, thumbnailMediaId: undefined }

  expect(thumbnailOf({ id, contentType: 'video/mp4', posterMediaId, thumbnailMediaId })).toBe('thumbnail')
  expect(thumbnailOf({ id, contentType: 'video/mp4', ...none, posterMediaId })).toBe('poster')
  expect(thumbnailOf({ id, contentType: 'image/png', ...none })).toBe('file')
  expect(thumbnailOf({ id, contentType: 'video/mp4', ...none })).toBeUndefined()
  // A browser shows it, and it may contain a script.
  expect(thumbnailOf({ id, contentType: 'image/svg+xml', ...none })).toBeUndefined()
})

test('a pasted file’s name keeps its extension', () => {
  expect(uniquePastedName('image.png', '7f3a')).toBe('image-7f3a.png')
  expect(uniquePastedName('a.b.tar.gz', 'x')).toBe('a.b.tar-x.gz')
  expect(uniquePastedName('', 'x')).toBe('pasted-x')
  fc.assert(
    fc.property(fc.string(), fc.uuid(), fc.uuid(), (name, first, second) => {
      fc.pre(first !== second)
      expect(uniquePastedName(name, first)).not.toBe(uniquePastedName(name, second))
    }),
  )
})
