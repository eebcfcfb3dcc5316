import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ImportChanges } from '#core/domain/exchange/import-changes.ts'
import type { Mutation, TaskField } from '#core/domain/mutations.ts'
import { CliError, nothingMatched } from '../cli-error.ts'
import { readFileIfThere, stateDirectory, writeFileSafely } from '../config.ts'
import type { Io } from '../io.ts'
import { describeSystemError } from '../system-error.ts'
import { boundFolder } from './bound-folder.ts'
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

/** What takes an operation back, or is needed for it. */
export type Effect =
  /** The write, or the call of a procedure, that takes it back, ready to be sent. */
  | { readonly kind: 'write'; readonly mutation: Mutation }
  | { readonly kind: 'call'; readonly procedure: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'import'; readonly spaceId: string; readonly size: number; readonly reverse: ImportChanges }
  | { readonly kind: 'tasks'; readonly field: TaskField; readonly changes: readonly StoredChange[] }
  | { readonly kind: 'items'; readonly spaceId: string; readonly itemIds: readonly string[] }
  | {
      readonly kind: 'revision' | 'comment'
      readonly spaceId: string
      readonly itemId: string
      readonly id: string
      readonly commentId: string
    }

/** Tokens, members, invites and service accounts leave no entry: what they give or take is not given back by a script. */
const whatCanBeUndone =
  'Undo takes back what this machine did to tasks, items, collections, spaces, projects, revisions, comments, timeline blocks and imports, ' +
  'not tokens, members, invites or service accounts. See: studio-cli operation list'

type Place = Pick<Io, 'env'>
type Talking = Place & Pick<Io, 'err'>

/** Remembers an operation on this machine. It was done: a machine that cannot remember it says so, and that is no failure. */
export async function saveEntry(io: Talking, entry: JournalEntry): Promise<void> {
  await saveEntries(io, [entry])
  await boundJournal(io)
}

/** Remembers what was done together, and says once where it cannot; whether it could. */
export async function saveEntries(io: Talking, entries: readonly JournalEntry[]): Promise<boolean> {
  try {
    await Promise.all(entries.map((entry) => writeFileSafely(toPath(io, entry.id), `${JSON.stringify(entry)}\n`)))
    return true
  } catch (error) {
    const refused = describeSystemError(error)
    if (refused === undefined) throw error
    io.err(
      `studio-cli: This is done, but cannot be remembered for undo: ${refused.message}\n` +
        'Name a folder that can be written to with XDG_STATE_HOME.\n',
    )
    return false
  }
}

/** Forgets what was done so long ago, or so much before, that it is no longer kept. */
export async function boundJournal(io: Place): Promise<void> {
  await boundFolder(toDirectory(io))
}

/** Every operation remembered, the newest first; of one moment, by their ids, which begin with their time. */
export async function loadEntries(io: Place): Promise<readonly JournalEntry[]> {
  const ids = (await listIds(io)).toReversed()
  const entries = await Promise.all(ids.map((id) => loadEntry(io, id)))
  return entries.flatMap((entry) => entry ?? []).sort((first, second) => second.at.localeCompare(first.at))
}

/** The operation of a whole id; absent where this machine knows none. */
export async function findEntry(io: Place, id: string): Promise<JournalEntry | undefined> {
  return await loadEntry(io, id)
}

/** The operation of an id, the start of one, or `last`. */
export async function getEntry(io: Place, wanted: string): Promise<JournalEntry> {
  if (wanted === 'last') return await getLastEntry(io)
  const found = (await listIds(io)).filter((id) => id.startsWith(wanted.toLowerCase()))
  const [id, second] = found
  if (second !== undefined)
    throw new CliError('usage', `${found.length} operations begin with "${wanted}".`, 'Give more of the id.')
  const entry = id === undefined ? undefined : await loadEntry(io, id)
  if (entry === undefined) throw nothingMatched(`There is no operation "${wanted}" on this machine.`, whatCanBeUndone)
  return entry
}

/** The newest operation that was neither taken back nor an undo: one undo after the other goes further back. */
async function getLastEntry(io: Place): Promise<JournalEntry> {
  const last = (await loadEntries(io)).find(({ undoneBy, undoes }) => undoneBy === undefined && undoes === undefined)
  if (last === undefined) throw nothingMatched('There is nothing to take back on this machine.', whatCanBeUndone)
  return last
}

async function loadEntry(io: Place, id: string): Promise<JournalEntry | undefined> {
  const text = await readFileIfThere(toPath(io, id))
  if (text === undefined) return undefined
  try {
    // Written by this file alone; one that was damaged is none.
    return JSON.parse(text) as JournalEntry
  } catch {
    return undefined
  }
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
