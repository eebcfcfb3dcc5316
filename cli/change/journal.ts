import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { TaskField } from '#core/domain/mutations.ts'
import { CliError, nothingMatched } from '../cli-error.ts'
import { readFileIfThere, stateDirectory, writeFileSafely } from '../config.ts'
import type { Io } from '../io.ts'
import type { StoredChange } from './task-change.ts'

/** What was done, with all that is needed to take it back. */
export type JournalEntry = {
  readonly id: string
  readonly at: string
  readonly label: string
  readonly host: string
  readonly studioId: string
  readonly userId: string
  readonly undoneBy?: string
  /** The operation it took back, where it is an undo itself. */
  readonly undoes?: string
  readonly effect: Effect
}

type Effect =
  | { readonly kind: 'tasks'; readonly field: TaskField; readonly changes: readonly StoredChange[] }
  | { readonly kind: 'items'; readonly spaceId: string; readonly itemIds: readonly string[] }
  | {
      readonly kind: 'revision' | 'comment'
      readonly spaceId: string
      readonly itemId: string
      readonly id: string
      readonly commentId: string
    }

type Place = Pick<Io, 'env'>

/** Remembers an operation on this machine. */
export async function saveEntry(io: Place, entry: JournalEntry): Promise<void> {
  await writeFileSafely(toPath(io, entry.id), `${JSON.stringify(entry)}\n`)
}

/** Every operation remembered, the newest first: ids begin with their time. */
export async function loadEntries(io: Place): Promise<readonly JournalEntry[]> {
  const ids = (await listIds(io)).toReversed()
  const entries = await Promise.all(ids.map((id) => loadEntry(io, id)))
  return entries.flatMap((entry) => entry ?? [])
}

/** The operation of an id, the start of one, or `last`. */
export async function getEntry(io: Place, wanted: string): Promise<JournalEntry> {
  if (wanted === 'last') return await getLastEntry(io)
  const found = (await listIds(io)).filter((id) => id.startsWith(wanted.toLowerCase()))
  const [id, second] = found
  if (second !== undefined)
    throw new CliError('usage', `${found.length} operations begin with "${wanted}".`, 'Give more of the id.')
  const entry = id === undefined ? undefined : await loadEntry(io, id)
  if (entry === undefined)
    throw nothingMatched(`There is no operation "${wanted}" on this machine.`, 'See: studio-cli operation list')
  return entry
}

/** The newest operation that was neither taken back nor an undo: one undo after the other goes further back. */
async function getLastEntry(io: Place): Promise<JournalEntry> {
  const last = (await loadEntries(io)).find(({ undoneBy, undoes }) => undoneBy === undefined && undoes === undefined)
  if (last === undefined) throw nothingMatched('There is nothing to take back on this machine.')
  return last
}

async function loadEntry(io: Place, id: string): Promise<JournalEntry | undefined> {
  const text = await readFileIfThere(toPath(io, id))
  // Written by this file alone.
  return text === undefined ? undefined : (JSON.parse(text) as JournalEntry)
}

async function listIds(io: Place): Promise<readonly string[]> {
  const names = await readdir(toDirectory(io)).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .toSorted()
}

const toDirectory = (io: Place): string => path.join(stateDirectory(io), 'operations')
const toPath = (io: Place, id: string): string => path.join(toDirectory(io), `${id}.json`)
