import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type MadeFile, Unreadable } from './messages.ts'
import { fetchFile, sendFile } from './storage.ts'

/** A storage with this response, and a preview. */
async function aStorage(status: number, type: string, body: string) {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    request.resume().on('end', () => response.writeHead(status, { 'content-type': type }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-preview-'))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const file = path.join(folder, 'proxy.mp4')
  writeFileSync(file, Buffer.alloc(1_500_000))
  const made: MadeFile = { role: 'proxy', file, contentType: 'video/mp4' }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    made,
    asked,
    target: path.join(folder, 'source'),
  }
}

test.each([
  [413, 'text/plain', 'Payload too large'],
  [400, 'application/json', '{"statusCode":"413","error":"Payload too large"}'],
])('a preview above the storage’s limit (%i) is not retried, and the error gives its size', async (...answer) => {
  const { url, made } = await aStorage(...answer)

  const refused = sendFile(made, url)

  await expect(refused).rejects.toThrow('The preview is 1.5 MB; your storage takes less')
  await expect(refused).rejects.toBeInstanceOf(Unreadable)
})

test('other refusals by the storage are retried', async () => {
  const { url, made } = await aStorage(503, 'text/plain', 'Slow down')

  await expect(sendFile(made, url)).rejects.not.toBeInstanceOf(Unreadable)
})

test('browsers cache a preview for as long as its URL is valid', async () => {
  const { url, made, asked } = await aStorage(200, 'application/json', '{}')

  await sendFile(made, url)

  expect(asked).toMatchObject([{ 'content-type': 'video/mp4', 'cache-control': 'max-age=3600' }])
})

test('a firewall’s page in place of a film does not count as an unreadable film', async () => {
  const { url, target } = await aStorage(200, 'text/html; charset=utf-8', '<!doctype html><title>Blocked</title>')

  const fetched = fetchFile(url, target, new AbortController().signal)

  await expect(fetched).rejects.toThrow('Something other than the storage answered')
  await expect(fetched).rejects.not.toBeInstanceOf(Unreadable)
})

test('a film is fetched unchanged', async () => {
  const { url, target } = await aStorage(200, 'video/mp4', 'film')

  await fetchFile(url, target, new AbortController().signal)

  expect(readFileSync(target, 'utf8')).toBe('film')
})
