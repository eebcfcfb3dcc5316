import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { boundFolder } from '../change/bound-folder.ts'
import { CliError, nothingMatched, usageError } from '../cli-error.ts'
import { readFileIfThere, stateDirectory, writeFileSafely } from '../config.ts'
import type { Io } from '../io.ts'
import { describeSystemError } from '../system-error.ts'

/** A publish that has begun: what was asked for, its files by whole paths. It goes when everything is posted. */
export type Unfinished = {
  readonly id: string
  readonly at: string
  readonly host: string
  readonly userId: string
  readonly studioId: string
  readonly target: string
  readonly files: readonly string[]
  /** The options of `revision upload`, without the files. */
  readonly options: Readonly<Record<string, string | number | boolean>>
  /** Where files that go in pieces are at the server, by their ids: what has arrived there is not sent again. */
  readonly places?: Readonly<Record<string, string>>
}

type Place = Pick<Io, 'env'>

/** Writes down what is begun, and forgets what was begun so long ago that it is no longer kept; a machine that cannot says so, and publishes all the same. Whether it could. */
export async function saveUnfinished(io: Place & Pick<Io, 'err'>, publish: Unfinished): Promise<boolean> {
  try {
    const places = (await loadUnfinished(io)).find(({ id }) => id === publish.id)?.places
    await writeFileSafely(toPath(io, publish.id), `${JSON.stringify({ ...publish, ...(places && { places }) })}\n`)
    await boundFolder(toFolder(io))
    return true
  } catch (error) {
    const refused = describeSystemError(error)
    if (refused === undefined) throw error
    io.err(
      `studio-cli: If this is interrupted, "upload resume" cannot resume it: ${refused.message}\n` +
        'Run the same command again instead, or set XDG_STATE_HOME to a writable folder first.\n',
    )
    return false
  }
}

/** Where the files of a publish are that go in pieces: kept in its line, where a later run or the Python package finds them. */
export async function openPlaces(io: Place, id: string): Promise<UploadPlaces> {
  const found = (await loadUnfinished(io)).find((each) => each.id === id)
  const places = { ...found?.places }
  let writing = Promise.resolve()
  return {
    find: (mediaId) => places[mediaId],
    put: (mediaId, place) => {
      places[mediaId] = place
      const write = async (): Promise<void> =>
        found && (await writeFileSafely(toPath(io, id), `${JSON.stringify({ ...found, places })}\n`))
      // Without its place a file is sent anew after a kill; nothing else is lost.
      writing = writing.then(write).catch(() => undefined)
    },
    settle: async () => await writing,
  }
}

export type UploadPlaces = {
  readonly find: (mediaId: string) => string | undefined
  readonly put: (mediaId: string, place: string) => void
  /** Once every place is written down. */
  readonly settle: () => Promise<void>
}

export async function forgetUnfinished(io: Place, id: string): Promise<void> {
  await rm(toPath(io, id), { force: true })
}

/** Every publish that was begun on this machine and not finished, the newest first. */
export async function loadUnfinished(io: Place): Promise<readonly Unfinished[]> {
  const names = (await readdir(toFolder(io)).catch(() => [])).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFileIfThere(path.join(toFolder(io), name))))
  // Written by this file alone; one that has just been finished is gone.
  const found = texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as Unfinished]))
  return found.toSorted((first, second) => second.at.localeCompare(first.at))
}

/** The one an id, the start of one, or `last` means. */
export async function getUnfinished(io: Place, wanted: string): Promise<Unfinished> {
  const all = await loadUnfinished(io)
  const found = wanted === 'last' ? all.slice(0, 1) : all.filter(({ id }) => id.startsWith(wanted.toLowerCase()))
  const [only, second] = found
  if (second !== undefined)
    throw new CliError('usage', `${found.length} uploads begin with "${wanted}".`, 'Type more of the id.')
  if (only === undefined)
    throw nothingMatched(`There is no unfinished upload "${wanted}".`, 'See: studio-cli upload list')
  return only
}

/** Refuses what was begun at another host or as somebody else. */
export function assertOwn({ host, userId }: Unfinished, here: { readonly url: string; readonly userId: string }): void {
  if (host !== here.url) throw usageError(`This was started on ${host}.`, `Add: --host ${host}`)
  if (userId !== here.userId) throw usageError('Somebody else started this.', 'Sign in as them, or cancel it.')
}

const toFolder = (io: Place): string => path.join(stateDirectory(io), 'uploads')
const toPath = (io: Place, id: string): string => path.join(toFolder(io), `${id}.json`)
