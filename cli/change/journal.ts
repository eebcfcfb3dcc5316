import { parseJson } from '#core/lib/json.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ImportChanges } from '#core/exchange/import-changes.ts'
import { CliError, nothingMatched } from '../cli-error.ts'
import { readFileIfThere, stateDirectory, writeFileSafely } from '../config.ts'
import type { Io } from '../io.ts'
import { describeSystemError } from '../system-error.ts'
import { trimFolder } from './trim-folder.ts'
import { isEntry } from './journal-shape.ts'
import type { StoredChange } from './task-change.ts'

/** A completed operation with all that is needed to undo it. */
export type JournalEntry = {
  readonly id: string
  readonly at: string
  readonly label: string
  readonly host: string
  readonly studioId: string
  readonly userId: string
  readonly undoneBy?: string
  /** The operation this one undid, if it is an undo itself. */
  readonly undoes?: string
  readonly effect: Effect
}

/** What undoes an operation, or the data needed for it. */
export type Effect =
  /** A serialized undo with the number of things it affects; see `readUndo`. */
  | { readonly kind: 'undo'; readonly size: number; readonly undo: string }
  /** A procedure call, ready to send. */
  | { readonly kind: 'call'; readonly procedure: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'import'; readonly spaceId: string; readonly size: number; readonly reverse: ImportChanges }
  | { readonly kind: 'tasks'; readonly field: TaskField; readonly changes: readonly StoredChange[] }
  | {
      readonly kind: 'revision'
      readonly spaceId: string
      readonly itemId: string
      readonly id: string
      readonly commentId: string
    }

/**
 * Tokens, members, invites and service accounts leave no entry: a script must not be able to undo what they grant or
 * revoke.
 */
const whatCanBeUndone =
  'What this machine changed can be undone: tasks, items, collections, spaces, projects, revisions, comments, timeline blocks and imports, ' +
  'not tokens, members, invites or service accounts. See: studio-cli operation list'

type Place = Pick<Io, 'env'>
type Talking = Place & Pick<Io, 'err'>

/** Remembers an operation on this machine. The operation itself is done, so failing to remember it only warns. */
export async function saveEntry(io: Talking, entry: JournalEntry): Promise<void> {
  await saveEntries(io, [entry])
  await trimJournal(io)
}

/** Remembers operations done together, warning at most once; returns whether it succeeded. */
export async function saveEntries(io: Talking, entries: readonly JournalEntry[]): Promise<boolean> {
  try {
    await Promise.all(entries.map((entry) => writeFileSafely(toPath(io, entry.id), `${JSON.stringify(entry)}\n`)))
    return true
  } catch (error) {
    const refused = describeSystemError(error)
    if (refused === undefined) throw error
    io.err(
      `studio-cli: Done, but this cannot be undone later: ${refused.message}\n` +
        'Set XDG_STATE_HOME to a writable folder.\n',
    )
    return false
  }
}

/** Deletes entries beyond the age and size limits. */
export async function trimJournal(io: Place): Promise<void> {
  await trimFolder(toDirectory(io))
}

/**
 * Returns every remembered operation, newest first; entries of the same moment are ordered by id, which begins with the
 * time. Unreadable entries are reported and left out.
 */
export async function loadEntries(io: Talking): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for (const id of (await listIds(io)).toReversed()) {
    const entry = await loadEntry(io, id).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error
      io.err(`studio-cli: ${error.message}\n`)
    })
    if (entry !== undefined) entries.push(entry)
  }
  return entries.sort((first, second) => second.at.localeCompare(first.at))
}

/**
 * Returns the operation with a full id, or undefined if this machine has none. Throws if its entry was edited or
 * damaged.
 */
export async function findEntry(io: Place, id: string): Promise<JournalEntry | undefined> {
  return await loadEntry(io, id)
}

/** Returns the operation by id, a prefix of one, or `last`. */
export async function getEntry(io: Talking, wanted: string): Promise<JournalEntry> {
  if (wanted === 'last') return await getLastEntry(io)
  const found = (await listIds(io)).filter((id) => id.startsWith(wanted.toLowerCase()))
  const [id, second] = found
  if (second !== undefined)
    throw new CliError('usage', `${found.length} operations begin with "${wanted}".`, 'Type more of the id.')
  const entry = id === undefined ? undefined : await loadEntry(io, id)
  if (entry === undefined) throw nothingMatched(`There is no operation "${wanted}" on this machine.`, whatCanBeUndone)
  return entry
}

/** Returns the newest operation that is neither undone nor an undo, so that repeated undos go further back. */
async function getLastEntry(io: Talking): Promise<JournalEntry> {
  const last = (await loadEntries(io)).find(({ undoneBy, undoes }) => undoneBy === undefined && undoes === undefined)
  if (last === undefined) throw nothingMatched('Nothing to undo on this machine.', whatCanBeUndone)
  return last
}

async function loadEntry(io: Place, id: string): Promise<JournalEntry | undefined> {
  const text = await readFileIfThere(toPath(io, id))
  if (text === undefined) return undefined
  const entry = parseJson(text)
  // `isEntry` has checked it.
  if (isEntry(entry)) return entry as JournalEntry
  throw new CliError('failure', `${toPath(io, id)} cannot be read as an operation. Nothing was sent.`)
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
