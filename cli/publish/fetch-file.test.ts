import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { fetchOriginal } from '../exchange/fetch-original.ts'
import { measureByAddress } from '../packet/download-files.ts'
import { fetchFile } from './fetch-file.ts'

const film = 'a film of some size'
const hotel = '<!doctype html><title>Grand Hotel</title>'

/** Starts a server with this response, and creates a folder. */
async function aPlace(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-fetch-'))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4`)
  return { url, folder, place: path.join(folder, 'film.mp4') }
}

const page =
  (status: number, body = hotel): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(body)

test.each([200, 206, 403, 404])(
  'HTML from a captive portal or firewall (%i) is not taken for the file',
  async (status) => {
    // As long as the file.
    const { url, folder, place } = await aPlace(page(status, hotel.slice(0, film.length)))
    const loadUrl = async () => await Promise.resolve(url.href)

    const broke = { ending: 'offline', message: 'The connection to the storage broke.' }
    await expect(fetchFile({ place, sizeBytes: film.length, loadUrl })).rejects.toMatchObject(broke)
    await expect(measureByAddress(url.href)).rejects.toMatchObject(broke)
    await expect(fetchOriginal({ url, file: place, sizeBytes: film.length })).rejects.toMatchObject({ code: 'offline' })
    expect(readdirSync(folder)).toEqual([])
  },
)

test('storage’s own answer counts: a file it does not have is reported as missing', async () => {
  const { url, place } = await aPlace((_request, response) => {
    const said = JSON.stringify({ statusCode: '404', error: 'not_found', message: 'Object not found' })
    response.writeHead(404, { 'content-type': 'application/json' }).end(said)
  })
  const loadUrl = async () => await Promise.resolve(url.href)

  await expect(fetchFile({ place, sizeBytes: 1, loadUrl })).rejects.toMatchObject({ ending: 'failure' })
  expect(await measureByAddress(url.href)).toBeUndefined()
})

test('an original is written completely or not at all', async () => {
  const { url, folder, place } = await aPlace((_request, response) => void response.end(film))

  await expect(fetchOriginal({ url, file: place, sizeBytes: film.length + 1 })).rejects.toThrow(AppError)
  expect(readdirSync(folder)).toEqual([])
  await fetchOriginal({ url, file: place, sizeBytes: film.length })
  expect(readFileSync(place, 'utf8')).toBe(film)
})
