import type { TaskField } from '#core/tasks/mutators.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ImportChanges } from '#core/exchange/import-changes.ts'
import { CliError, nothingMatched } from '../cli-error.ts'
import { readFileIfThere, stateDirectory, writeFileSafely } from '../config.ts'
import type { Io } from '../io.ts'
import { describeSystemError } from '../system-error.ts'
import { boundFolder } from './bound-folder.ts'
import { isEntry } from './journal-shape.ts'
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
  /** A change of ours, with how many things it was about; see `readUndo`. */
  | { readonly kind: 'undo'; readonly size: number; readonly undo: string }
  /** The call of a procedure, ready to be sent. */
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

/** Tokens, members, invites and service accounts leave no entry: what they give or take is not given back by a script. */
const whatCanBeUndone =
  'What this machine changed can be undone: tasks, items, collections, spaces, projects, revisions, comments, timeline blocks and imports, ' +
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
      `studio-cli: Done, but this cannot be undone later: ${refused.message}\n` +
        'Set XDG_STATE_HOME to a writable folder.\n',
    )
    return false
  }
}

/** Forgets what was done so long ago, or so much before, that it is no longer kept. */
export async function boundJournal(io: Place): Promise<void> {
  await boundFolder(toDirectory(io))
}

/**
 * Every operation remembered, the newest first; of one moment, by their ids, which begin with their time. What cannot be
 * read is told and left out.
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

/** The operation of a whole id; absent where this machine knows none. Fails where it was edited or damaged. */
export async function findEntry(io: Place, id: string): Promise<JournalEntry | undefined> {
  return await loadEntry(io, id)
}

/** The operation of an id, the start of one, or `last`. */
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

/** The newest operation that was neither taken back nor an undo: one undo after the other goes further back. */
async function getLastEntry(io: Talking): Promise<JournalEntry> {
  const last = (await loadEntries(io)).find(({ undoneBy, undoes }) => undoneBy === undefined && undoes === undefined)
  if (last === undefined) throw nothingMatched('Nothing to undo on this machine.', whatCanBeUndone)
  return last
}

async function loadEntry(io: Place, id: string): Promise<JournalEntry | undefined> {
  const text = await readFileIfThere(toPath(io, id))
  if (text === undefined) return undefined
  const entry = parse(text)
  // Its shape says so.
  if (isEntry(entry)) return entry as JournalEntry
  throw new CliError('failure', `${toPath(io, id)} cannot be read as an operation. Nothing was sent.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
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
