import type { PutBytes } from './put-bytes.ts'
import { expect, test } from 'vitest'
import { newId, type MediaId, type StudioId } from '#core/lib/ids.ts'
import type { Http } from './http.ts'
import type { UploadWatch } from './ports.ts'
import { sendResumable } from './resumable.ts'

const mebibyte = 1024 * 1024
const piece = 6 * mebibyte

/** A storage that speaks TUS, keeps what arrived before a connection broke, and counts the bytes received. */
function aStorage() {
  const uploads = new Map<string, { size: number; offset: number; metadata: string | null }>()
  const storage = {
    received: 0,
    pieces: [] as number[],
    created: [] as (string | null)[],
    /** Breaks the next piece after so many bytes. */
    breakAfter: undefined as number | undefined,
    refuseWith: undefined as number | undefined,
    /** Rejects the next piece as hosted storage rejects an expired token. */
    isTokenOver: false,
    forget: () => uploads.clear(),
    find: (place: string) => uploads.get(place),
  }
  const ask: Http['ask'] = async (input, init = {}) => {
    const { url } = new Request(input)
    const headers = new Headers(init.headers)
    await Promise.resolve()
    if (storage.refuseWith !== undefined) return new Response(null, { status: storage.refuseWith })
    if (init.method === 'POST') {
      const place = `https://store.test/upload/${uploads.size + 1}`
      const metadata = headers.get('upload-metadata')
      uploads.set(place, { size: Number(headers.get('upload-length')), offset: 0, metadata })
      storage.created.push(metadata)
      return new Response(null, { status: 201, headers: { location: place } })
    }
    const upload = uploads.get(url)
    if (upload === undefined) return new Response(null, { status: 404 })
    return new Response(null, { headers: { 'upload-offset': String(upload.offset) } })
  }
  const put: PutBytes = async ({ url, body, headers }) => {
    const upload = uploads.get(url)
    await Promise.resolve()
    if (upload === undefined) return new Response(null, { status: 404 })
    if (headers['upload-offset'] !== String(upload.offset)) return new Response(null, { status: 409 })
    if (storage.isTokenOver && headers['authorization'] !== 'Bearer fresh')
      return Response.json({ statusCode: '403', error: 'Unauthorized', message: 'jwt expired' }, { status: 400 })
    const arrived = Math.min(body.size, storage.breakAfter ?? body.size)
    upload.offset += arrived
    storage.received += arrived
    storage.pieces.push(body.size)
    if (storage.breakAfter !== undefined) {
      storage.breakAfter = undefined
      throw new TypeError('broken')
    }
    return new Response(null, { status: 204, headers: { 'upload-offset': String(upload.offset) } })
  }
  const http: Http = {
    url: 'https://api.test',
    apiKey: 'key',
    ask,
    fetch: ask,
    plainFetch: ask,
    loadHeaders: async (isFresh) =>
      await Promise.resolve({ authorization: isFresh === true ? 'Bearer fresh' : 'Bearer token' }),
  }
  const id = newId<MediaId>()
  const slot = { id, key: `studio/${id}/shot.mp4`, isStored: false, resumable: { url: '/resumable', bucket: 'media' } }
  const request = {
    mediaId: id,
    studioId: newId<StudioId>(),
    filename: 'shot.mp4',
    contentType: 'video/mp4',
    body: new Blob([new Uint8Array(2 * piece + mebibyte)]),
  }
  const send = async (watch: UploadWatch = {}): Promise<void> =>
    await sendResumable({ http, put }, { slot, request, watch })
  return { storage, send, request, slot }
}

test('a large file is sent in pieces of exactly 6 MB, with the hosted service’s metadata', async () => {
  const { storage, send, slot } = aStorage()

  await send()

  const named = Object.fromEntries((storage.created[0] ?? '').split(',').map((pair) => pair.split(' ')))
  expect(storage.pieces).toEqual([piece, piece, mebibyte])
  expect([atob(named.bucketName), atob(named.objectName), atob(named.contentType)]).toEqual([
    'media',
    slot.key,
    'video/mp4',
  ])
})

test('a token that expires midway is renewed, although hosted storage calls that a bad request', async () => {
  const { storage, send, request } = aStorage()
  storage.isTokenOver = true

  await send()

  expect(storage.received).toBe(request.body.size)
})

test('a broken upload resumes where it was, repeating at most one piece', async () => {
  const { storage, send, request } = aStorage()
  let place: string | undefined
  storage.breakAfter = 4 * mebibyte
  await expect(send({ onPlace: (next) => (place = next) })).rejects.toThrow('broken')

  await send(place === undefined ? {} : { place })

  expect(storage.created).toHaveLength(1)
  expect(storage.received).toBe(request.body.size)
})

test('an upload that the server has forgotten starts over', async () => {
  const { storage, send, request } = aStorage()
  const places: string[] = []
  storage.breakAfter = mebibyte
  await expect(send({ onPlace: (place) => places.push(place) })).rejects.toThrow('broken')
  storage.forget()

  await send({ place: places[0] ?? '', onPlace: (place) => places.push(place) })

  expect(places).toHaveLength(2)
  expect(storage.find(places[1] ?? '')?.offset).toBe(request.body.size)
})

test('a file that already exists is not sent, but other refusals fail', async () => {
  const { storage, send } = aStorage()
  storage.refuseWith = 409
  await expect(send()).resolves.toBeUndefined()
  expect(storage.received).toBe(0)

  storage.refuseWith = 413
  await expect(send()).rejects.toMatchObject({ retryable: false })
})

test('two senders of one upload get a retryable error', async () => {
  const { storage, send } = aStorage()
  const places: string[] = []
  storage.breakAfter = 1
  await expect(send({ onPlace: (place) => places.push(place) })).rejects.toThrow('broken')
  const [place = ''] = places
  const ahead = storage.find(place)

  const stale = send({
    place,
    // Somebody else sends between the offset query and the piece.
    onProgress: () => {
      if (ahead !== undefined) ahead.offset = 7
    },
  })

  await expect(stale).rejects.toMatchObject({ code: 'server-unavailable', retryable: true })
})
