import { expect, test } from 'vitest'
import { newId, type MediaId, type StudioId } from '#core/lib/ids.ts'
import { makeSupabaseStorage } from '#tests/fakes/supabase-storage.ts'
import { makeHttp } from './http.ts'
import { withServerCheck } from './server-check.ts'
import { makeFetchPut, makeUploads } from './uploads.ts'

const mebibyte = 2 ** 20

/** A client of a project on Supabase, whose function grants slots in its own storage. */
function aProject({ maxBytes = 50 * mebibyte, tokens = ['token'] } = {}) {
  const storage = makeSupabaseStorage({ maxBytes })
  const [token = '', ...fresh] = tokens
  let current = token
  const mediaId = newId<MediaId>()
  const key = `studio/${mediaId}/film.mp4`
  const slot = {
    id: mediaId,
    r2_key: key,
    upload_url: null,
    direct_url: `/storage/v1/object/media/${key}`,
    resumable_url: '/storage/v1/upload/resumable',
  }
  const fetch = withServerCheck(async (input, init) =>
    new Request(input).url.includes('/functions/v1/')
      ? Response.json({ uploads: [slot] })
      : await storage.fetch(input, init),
  )
  const http = makeHttp({
    url: 'https://project.supabase.test',
    apiKey: 'sb_publishable_key',
    fetch,
    tokens: {
      load: async () => await Promise.resolve(current),
      refresh: async () => await Promise.resolve((current = fresh.shift() ?? current)),
    },
  })
  const rest = { call: async () => await Promise.resolve({}) }
  const uploads = makeUploads({ http, rest, put: makeFetchPut(fetch), sendsWithOwnToken: true })
  const upload = async (bytes: number, contentType = 'video/mp4'): Promise<void> => {
    const body = new Blob([new Uint8Array(bytes)])
    await uploads.upload({ mediaId, studioId: newId<StudioId>(), filename: 'film.mp4', contentType, body })
  }
  return { storage, key: `media/${key}`, upload }
}

test('a film arrives, whole or in pieces', async () => {
  for (const bytes of [mebibyte, 13 * mebibyte]) {
    const { storage, key, upload } = aProject()

    await upload(bytes)

    expect(storage.objects.get(key)).toBe(bytes)
  }
})

test.each([
  {
    way: 'in pieces',
    bytes: 82 * mebibyte,
    maxBytes: 50 * mebibyte,
    words: 'This film is 82 MB; your storage takes 50 MB.',
  },
  { way: 'whole', bytes: 5 * mebibyte, maxBytes: 2 * mebibyte, words: 'This film is 5 MB; your storage takes 2 MB.' },
  { way: 'whole, of thousands', bytes: 5e6, maxBytes: 2e6, words: 'This film is 5 MB; your storage takes 2 MB.' },
])('a film above the storage’s limit is refused with that limit: $way', async (sent) => {
  const { storage, upload } = aProject({ maxBytes: sent.maxBytes })

  await expect(upload(sent.bytes)).rejects.toMatchObject({
    code: 'upload-too-large',
    message: sent.words,
    retryable: false,
  })

  expect(storage.objects.size).toBe(0)
})

test('an expired token, which Supabase calls a bad request, is renewed, whole or in pieces', async () => {
  for (const bytes of [mebibyte, 13 * mebibyte]) {
    const { storage, key, upload } = aProject({ tokens: ['over', 'token'] })

    await upload(bytes)

    expect(storage.objects.get(key)).toBe(bytes)
  }
})

test('a file that already exists counts as sent', async () => {
  const { storage, key, upload } = aProject()
  storage.objects.set(key, 1)

  await expect(upload(1)).resolves.toBeUndefined()
})

test('types a browser might run are stored as plain bytes, whole or in pieces, and a film as a film', async () => {
  for (const bytes of [10, 7 * mebibyte])
    for (const [type, stored] of [
      ['image/svg+xml', 'application/octet-stream'],
      ['application/xhtml+xml', 'application/octet-stream'],
      ['application/xml', 'application/octet-stream'],
      ['video/mp4', 'video/mp4'],
    ] as const) {
      const { storage, key, upload } = aProject()

      await upload(bytes, type)

      expect(storage.types.get(key)).toBe(stored)
    }
})
