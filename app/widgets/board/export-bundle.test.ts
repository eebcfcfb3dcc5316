import { Blob as NodeBlob } from 'node:buffer'
import { ReadableStream } from 'node:stream/web'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastStore } from '#app/stores/toast-store.ts'
import type { BoardModel } from './board-model.ts'
import { exportBundle } from './export-bundle.ts'

let saved: { readonly name: string; readonly body: Blob } | undefined

beforeEach(() => {
  // jsdom has no streams and no object URLs.
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('ReadableStream', ReadableStream)
  let body = new Blob()
  Object.assign(URL, { createObjectURL: (made: Blob) => `blob:${(body = made).size}` })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved = { name: this.download, body }
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Original = { readonly filename: string; readonly here?: string; readonly stored?: string; readonly cutOff?: true }

const breakOff = async (): Promise<never> => await Promise.reject(new TypeError('cut off'))

/** A board with one picture per original: on this device, in storage, or missing. */
function aBoard(originals: readonly Original[]): BoardModel {
  const find = (id: string): Original | undefined => originals[Number(id)]
  vi.stubGlobal('fetch', async (id: string) => {
    const { stored, cutOff } = find(id) ?? {}
    const answer = new Response(stored, { status: stored === undefined ? 404 : 200 })
    return await Promise.resolve(cutOff === true ? Object.assign(answer, { blob: breakOff }) : answer)
  })
  const model = {
    name: 'Night/1',
    getSelected: () => [],
    board: {
      getItems: () => originals.map((_, x) => ({ type: 'image', mediaId: String(x), x })),
      findMedia: find,
    },
    client: {
      gateway: {
        loadMediaUrls: async (ids: readonly string[]) => await Promise.resolve(new Map(ids.map((id) => [id, id]))),
      },
      uploads: {
        findFile: async (id: string) => {
          const { here } = find(id) ?? {}
          return await Promise.resolve(here === undefined ? undefined : new Blob([here]))
        },
      },
    },
  }
  // An export reads nothing else of a board.
  return model as unknown as BoardModel
}

async function exportFiles(originals: readonly Original[]): Promise<Record<string, string>> {
  await exportBundle(aBoard(originals))
  return unpack(await (saved?.body ?? new Blob()).arrayBuffer())
}

/** Reads an archive from its end by its central directory, as programs do. */
function unpack(archive: ArrayBuffer): Record<string, string> {
  const bytes = new Uint8Array(archive)
  const view = new DataView(archive)
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files: Record<string, string> = {}
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < view.getUint16(end + 10, true); index += 1) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const [checksum, size, nameLength] = [at + 16, at + 24, at + 28].map((place, field) =>
      field < 2 ? view.getUint32(place, true) : view.getUint16(place, true),
    ) as [number, number, number]
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const start = view.getUint32(at + 42, true)
    expect(view.getUint32(start, true)).toBe(0x04034b50)
    // The flag for UTF-8 names.
    expect(view.getUint16(start + 6, true) & 0x800).toBe(0x800)
    const body = bytes.subarray(start + 30 + nameLength, start + 30 + nameLength + size)
    expect(crc32(body)).toBe(checksum)
    files[name] = new TextDecoder().decode(body)
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}

test('the bundle is one archive of originals and layout, with names in any alphabet and empty files', async () => {
  const files = await exportFiles([
    { filename: 'Straße 夜.txt', stored: 'night' },
    { filename: 'night.txt', here: 'not sent yet' },
    { filename: 'night.txt', stored: '' },
  ])

  const { 'board.json': board = '', ...originals } = files
  expect(saved).toMatchObject({ name: 'Night 1.zip', body: { type: 'application/zip' } })
  expect(originals).toEqual({
    'originals/Straße 夜.txt': 'night',
    'originals/night.txt': 'not sent yet',
    'originals/night-2.txt': '',
  })
  expect(JSON.parse(board)).toEqual({
    name: 'Night/1',
    things: [
      { type: 'image', x: 0, file: 'originals/Straße 夜.txt' },
      { type: 'image', x: 1, file: 'originals/night.txt' },
      { type: 'image', x: 2, file: 'originals/night-2.txt' },
    ],
  })
  expect(toastStore.toasts).toEqual([])
})

test('an original that is missing or breaks off is left out of the archive, with an error', async () => {
  const files = await exportFiles([
    { filename: 'gone.png' },
    { filename: 'here.png', stored: 'here' },
    { filename: 'half.png', stored: 'half', cutOff: true },
  ])

  expect(Object.keys(files)).toEqual(['board.json', 'originals/here.png'])
  expect(toastStore.toasts).toMatchObject([
    { kind: 'error', text: '2 of the originals could not be read and are not in the file.' },
  ])
})
