import { parseJson } from '#core/lib/json.ts'
import { mkdir, readdir, readFile, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { is, literal, number, object, picklist, string } from 'valibot'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { filmChoices, type FilmChoice } from '#core/packet/packet.ts'
import { CliError, usageError } from '../cli-error.ts'
import { writeFileSafely } from '../config.ts'

/** Marks a folder with an incomplete packet, and identifies the packet. */
export const unfinishedFile = 'packet.part.json'

const unfinishedSchema = object({
  format: literal('xsheet-packet-part'),
  id: string(),
  sessionId: string(),
  films: picklist(filmChoices),
  takenAt: number(),
})

/** A packet's identity, kept when it is resumed. */
export type PacketIdentity = { readonly id: string; readonly takenAt: number; readonly isResumed: boolean }

type Wanted = {
  readonly sessionId: string
  readonly films: FilmChoice
  readonly fresh: Omit<PacketIdentity, 'isResumed'>
}

/** Starts a packet in an empty folder, or resumes the one started there; refuses a folder with other content. */
export async function beginFolder(folder: string, { sessionId, films, fresh }: Wanted): Promise<PacketIdentity> {
  await mkdir(folder, { recursive: true })
  const there = await readdir(folder)
  if (there.length === 0) {
    const begun = { format: 'xsheet-packet-part', sessionId, films, ...fresh }
    await writeFileSafely(path.join(folder, unfinishedFile), `${JSON.stringify(begun)}\n`)
    return { ...fresh, isResumed: false }
  }
  const kept = await readUnfinished(folder)
  if (kept?.sessionId === sessionId && kept.films === films)
    return { id: kept.id, takenAt: kept.takenAt, isResumed: true }
  const why = there.includes('session.json')
    ? `${folder} holds a packet.`
    : kept === undefined
      ? `${folder} is not empty.`
      : `${folder} holds the beginning of another packet.`
  throw usageError(why, 'Choose another folder with --out, or empty this one.')
}

async function readUnfinished(folder: string) {
  const text = await readFile(path.join(folder, unfinishedFile), 'utf8').catch(() => undefined)
  const kept = parseJson(text)
  return is(unfinishedSchema, kept) ? kept : undefined
}

/** Refuses to overwrite an existing archive. */
export async function beginZip(file: string): Promise<void> {
  if ((await stat(file).catch(() => undefined)) !== undefined)
    throw usageError(`${file} already exists.`, 'Choose another file with --zip, or move it away.')
}

/** Throws before writing anything if the disk has too little space. */
export async function checkRoom(place: string, bytes: number): Promise<void> {
  const folder = await nearestFolder(place)
  const disk = await statfs(folder).catch(() => undefined)
  if (disk === undefined) return
  const free = disk.bavail * disk.bsize
  if (bytes > free)
    throw new CliError(
      'failure',
      `The packet takes ${formatBytes(bytes)}; ${folder} has ${formatBytes(free)} free.`,
      'Free some space, choose another place, or take it with --films none.',
    )
}

async function nearestFolder(place: string): Promise<string> {
  for (let folder = path.resolve(place); ; folder = path.dirname(folder)) {
    const isThere = (await stat(folder).catch(() => undefined))?.isDirectory() === true
    if (isThere || folder === path.dirname(folder)) return folder
  }
}
