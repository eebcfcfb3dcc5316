import { createWriteStream } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, Open } from 'unzipper'
import { type Order, type ReportWord, Unreadable } from '../messages.ts'
import type { SequenceOrder } from './sequence.ts'

const types: Readonly<Record<string, string>> = {
  exr: 'image/x-exr',
  dpx: 'image/x-dpx',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  tga: 'image/x-tga',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

type Numbered = { readonly entry: Entry; readonly number: number; readonly ending: string }

/** A larger picture is refused. */
const mostBytes = 1024 ** 3
const fewest = 5
const tellEveryMs = 1000

/**
 * Extracts the numbered pictures from a ZIP, to become one film; undefined if it contains none. Nothing else in it is
 * extracted, and none of its names is used.
 */
export async function unpackSequence(order: Order, tell: ReportWord): Promise<SequenceOrder | undefined> {
  const { files } = await Open.file(order.source).catch(() => {
    throw new Unreadable('This ZIP cannot be read: it is damaged or incomplete')
  })
  const [found, other] = listSequences(files)
  if (found === undefined) return undefined
  if (other !== undefined)
    throw new Unreadable('This ZIP holds several image sequences; only a ZIP of one becomes a film')
  await assertRoom(order.folder, found)
  const ending = found[0]?.ending ?? ''
  const source = path.join(order.folder, `%06d.${ending}`)
  const first = found[0]?.number ?? 0
  let toldAt = -Infinity
  for (const { entry, number } of found) {
    const file = source.replace('%06d', String(number - first + 1).padStart(6, '0'))
    await pipeline(entry.stream(), atMost(entry.uncompressedSize), createWriteStream(file)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
      throw new Unreadable(`A picture in this ZIP cannot be read: number ${number}`)
    })
    if (performance.now() - toldAt < tellEveryMs) continue
    toldAt = performance.now()
    await tell({ kind: 'percent', percent: 0 })
  }
  await rm(order.source)
  const sequence = { rate: order.rate, numbers: found.map(({ number }) => number) }
  return { ...order, source, contentType: types[ending] ?? 'image/png', sequence }
}

/** Passes on so many bytes and fails at the next: a picture larger than it claims would fill the disk. */
function atMost(bytes: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let passed = 0
    for await (const chunk of chunks) {
      passed += chunk.length
      if (passed > bytes) throw new Error('The ZIP unpacks to more than it declares')
      yield chunk
    }
  }
}

/**
 * The same rule as the database's `private.list_frames`: five or more of one name and kind, whose numbers lie close
 * together.
 */
function listSequences(files: readonly Entry[]): readonly (readonly Numbered[])[] {
  const groups = new Map<string, Map<number, Numbered>>()
  for (const entry of files) {
    const [, start = '', digits, ending = ''] =
      /^(.*\D|)(\d{3,8})\.(exr|dpx|tiff?|tga|png|jpe?g)$/i.exec(entry.path) ?? []
    if (digits === undefined || entry.type !== 'File' || /(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.path)) continue
    if (digits.length === 3 && !/[._-]$/.test(start)) continue
    const name = `${start}#.${ending}`.toLowerCase()
    const group = groups.get(name) ?? new Map<number, Numbered>()
    group.set(Number(digits), { entry, number: Number(digits), ending: ending.toLowerCase() })
    groups.set(name, group)
  }
  return [...groups.values()]
    .map((group) => [...group.values()].toSorted((one, other) => one.number - other.number))
    .filter((frames) => {
      const reach = (frames.at(-1)?.number ?? 0) - (frames[0]?.number ?? 0)
      return frames.length >= fewest && reach < 2 * frames.length
    })
}

/** A ZIP's own sizes are only trusted up to the room on the disk. */
async function assertRoom(folder: string, frames: readonly Numbered[]): Promise<void> {
  const bytes = frames.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (frames.some(({ entry }) => entry.uncompressedSize > mostBytes))
    throw new Unreadable('A picture in this ZIP is larger than 1 GB')
  const { bavail, bsize } = await statfs(folder)
  if (bytes > (bavail * bsize) / 2) throw new Error('The media worker’s disk has no room for the pictures in this ZIP')
}
