import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { makeHasFreeSpace } from './free-space.ts'
import { makeHealth } from './public-endpoints.ts'
import type { Database } from './queryable.ts'
import { makeStorage } from './storage/shim.ts'

const mebibyte = 1024 ** 2
const directory = mkdtempSync(path.join(tmpdir(), 'xsheet-disk-'))
afterAll(() => rmSync(directory, { recursive: true }))

const asked = ['media', 'a.mov', undefined] as unknown as [string, string, never]
const line = ['The disk is full: uploads are refused until there is room again.']
let freeBytes = 0
let said: MockInstance
beforeEach(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {})
})
const hasRoom = makeHasFreeSpace(directory, async () => freeBytes)
const storage = makeStorage({ directory, hasRoom })

const parts = (): string[] => {
  const resumable = path.join(directory, 'resumable')
  return existsSync(resumable) ? readdirSync(resumable) : []
}

function ask(method: string, place: string, headers: Record<string, string>): Promise<Response> {
  const url = `http://h/storage/v1/${place}`
  const request = new Request(url, { method, headers, body: method === 'GET' ? null : 'x' })
  // Stands in for lite, and allows everything.
  return storage.wrap(request, async (inner) => {
    await storage.adapter.uploadObject(...asked, await inner.bytes(), 'video/quicktime', '0').catch(() => {})
    return Response.json({})
  })
}

const about = { 'upload-metadata': `bucketName ${btoa('media')},objectName ${btoa('a.mov')}`, 'tus-resumable': '1.0.0' }
const piece = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }

test('an upload that leaves too little room for the database is refused with a message, and its part is removed', async () => {
  freeBytes = 300 * mebibyte
  const film = await ask('POST', 'upload/resumable', { ...about, 'upload-length': String(50 * mebibyte) })
  const plain = await ask('POST', 'object/media/a.mov', { 'content-length': String(50 * mebibyte) })
  const small = await ask('POST', 'upload/resumable', { ...about, 'upload-length': '2' })
  const begun = parts().length
  freeBytes = 200 * mebibyte
  const late = await ask('PATCH', `upload/resumable/${small.headers.get('location')?.split('/').at(-1)}`, piece)
  const read = await ask('GET', 'object/list-v1', {})

  for (const refused of [film, plain, late]) {
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ message: "The studio's disk is full" })
  }
  expect([small.status, begun, parts()]).toEqual([201, 2, []])
  expect(read.status).not.toBe(507)
})

test.each([
  ['does not say how long it is', undefined],
  ['is one of many that there is not room for together', 30 * mebibyte],
])('an upload that %s breaks off when the disk is full, and leaves nothing behind', async (_, length) => {
  freeBytes = 300 * mebibyte
  const bytes = new Uint8Array(4 * mebibyte)
  let [sent, received] = [0, false]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      // The disk fills up in the middle of it.
      if (++sent === 4) freeBytes = 200 * mebibyte
      controller.enqueue(bytes)
      if (sent === 50) controller.close()
    },
  })
  const request = new Request('http://h/storage/v1/object/media/a.mov', {
    method: 'POST',
    headers: { 'content-type': 'video/quicktime', ...(length !== undefined && { 'content-length': String(length) }) },
    body,
    duplex: 'half',
  } as RequestInit)

  const answer = await storage.wrap(request, async (inner) => {
    const stream = inner.body as unknown as Uint8Array
    received = await storage.adapter
      .uploadObject('media', 'a.mov', undefined as never, stream, 'video/quicktime', '0')
      .then(
        () => true,
        () => false,
      )
    return Response.json({})
  })

  expect(answer.status).toBe(507)
  expect([received, sent < 10]).toEqual([false, true])
  expect(readdirSync(path.join(directory, 'incoming'))).toEqual([])
})

test('health reports a database that does not respond', async () => {
  const database = { kind: 'postgres', isUp: () => new Promise(() => {}) } as unknown as Database
  const health = makeHealth({ database, schemaVersion: '1', hasRoom, patienceMs: 1 })

  expect((await health(new Request('http://h/healthz'), undefined)).status).toBe(503)
})

test('health reports a full disk, and it is logged once, whichever request met it first', async () => {
  const database = { kind: 'postgres', query: async () => [], isUp: async () => {} } as unknown as Database
  const health = makeHealth({ database, schemaVersion: '1', hasRoom })
  const read = async (): Promise<unknown> => (await health(new Request('http://h/healthz'), undefined)).json()

  freeBytes = 300 * mebibyte
  expect(await read()).toMatchObject({ ok: true, disk: 'ok' })
  freeBytes = 200 * mebibyte
  expect([await read(), await read()]).toMatchObject([
    { ok: false, disk: 'full' },
    { ok: false, disk: 'full' },
  ])
  expect(said.mock.calls).toEqual([line])
  freeBytes = 300 * mebibyte
  expect(await read()).toMatchObject({ ok: true })
  await ask('POST', 'object/media/a.mov', { 'content-length': String(50 * mebibyte) })
  await ask('POST', 'object/media/b.mov', { 'content-length': String(50 * mebibyte) })
  expect(said.mock.calls).toEqual([line, line])
})
