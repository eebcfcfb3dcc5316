import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FileBody } from './file-body.ts'
import { putFile } from './put-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-put-'))
const file = path.join(folder, 'film.mp4')
const content = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => at % 251))
beforeAll(() => writeFileSync(file, content))
afterAll(() => rmSync(folder, { recursive: true }))

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const whole = (to = content.length): FileBody => new FileBody({ path: file, from: 0, to }, 'video/mp4')

/** A server with the given response. */
async function serve(answer: (request: IncomingMessage) => Promise<number>): Promise<string> {
  server = createServer((request, response) => {
    // The sender may disconnect.
    void answer(request).then(
      (status) => response.writeHead(status, { 'upload-offset': '7' }).end(),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('a file or a part of it is sent unchanged, and the response is returned', async () => {
  const received: { length: string | undefined; body: Buffer }[] = []
  const url = await serve(async (request) => {
    received.push({ length: request.headers['content-length'], body: await buffer(request) })
    return 201
  })
  const progress: number[] = []
  const watch = { onProgress: (bytes: number) => progress.push(bytes) }

  const answer = await putFile({ method: 'PUT', url, body: whole(), headers: { 'x-a': 'b' }, watch })
  const part = whole().slice(1_000_000, 2_500_000)
  await putFile({ method: 'PATCH', url, body: part, headers: {}, watch })

  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '7'])
  expect(received.map(({ length }) => length)).toEqual(['3000001', '1500000'])
  expect(received[0]?.body.equals(content)).toBe(true)
  expect(received[1]?.body.equals(content.subarray(1_000_000, 2_500_000))).toBe(true)
  expect(progress).toEqual([3_000_001, 1_500_000])
  expect(Buffer.from(await part.slice(5, 9).arrayBuffer()).equals(content.subarray(1_000_005, 1_000_009))).toBe(true)
})

test('a refusal that arrives before everything is sent is returned as the response', async () => {
  const url = await serve(async () => await Promise.resolve(413))

  expect((await putFile({ method: 'PUT', url, body: whole(), headers: {}, watch: {} })).status).toBe(413)
})

test.each([
  ['a file that became shorter', () => whole(content.length + 1), 'TypeError'],
  ['a file that is gone', () => new FileBody({ path: `${file}.gone`, from: 0, to: 9 }, ''), 'TypeError'],
])('%s is a failure that can be retried', async (_kind, body, name) => {
  const url = await serve(async (request) => {
    await buffer(request)
    return 200
  })

  await expect(putFile({ method: 'PUT', url, body: body(), headers: {}, watch: {} })).rejects.toMatchObject({ name })
})

test('an unreachable server and an abort from outside are told apart', async () => {
  const url = await serve(async (request) => {
    await buffer(request)
    return await new Promise<number>(() => {})
  })
  const stop = new AbortController()
  const sending = putFile({ method: 'PUT', url, body: whole(), headers: {}, watch: { signal: stop.signal } })
  setTimeout(() => stop.abort(), 50)

  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  const nobody = putFile({ method: 'PUT', url: 'http://127.0.0.1:9/', body: whole(), headers: {}, watch: {} })
  await expect(nobody).rejects.toMatchObject({ name: 'TypeError' })
})
