import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { trimFolder } from '../change/trim-folder.ts'
import { CliError, nothingMatched, usageError } from '../cli-error.ts'
import { readFileIfThere, stateDirectory, writeFileSafely } from '../config.ts'
import type { Io } from '../io.ts'
import { describeSystemError } from '../system-error.ts'

/** An unfinished upload: the request, with absolute file paths. Deleted once everything is posted. */
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
  /** Server-side places of multi-part uploads by media id, so that received bytes are not sent again. */
  readonly places?: Readonly<Record<string, string>>
}

type Place = Pick<Io, 'env'>

/**
 * Records an upload before it starts and drops records past their limit. If the machine cannot store it, warns and
 * continues; returns whether it could.
 */
export async function saveUnfinished(io: Place & Pick<Io, 'err'>, publish: Unfinished): Promise<boolean> {
  try {
    const places = (await loadUnfinished(io)).find(({ id }) => id === publish.id)?.places
    await writeFileSafely(toPath(io, publish.id), `${JSON.stringify({ ...publish, ...(places && { places }) })}\n`)
    await trimFolder(toFolder(io))
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

/**
 * Opens the places of an upload's multi-part files, stored in its record, where a later run or the Python package finds
 * them.
 */
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
      // Losing the place only means sending the file again after a kill.
      writing = writing.then(write).catch(() => undefined)
    },
    settle: async () => await writing,
  }
}

export type UploadPlaces = {
  readonly find: (mediaId: string) => string | undefined
  readonly put: (mediaId: string, place: string) => void
  /** Resolves once every place is written. */
  readonly settle: () => Promise<void>
}

export async function forgetUnfinished(io: Place, id: string): Promise<void> {
  await rm(toPath(io, id), { force: true })
}

/** Returns this machine's unfinished uploads, newest first. */
export async function loadUnfinished(io: Place): Promise<readonly Unfinished[]> {
  const names = (await readdir(toFolder(io)).catch(() => [])).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFileIfThere(path.join(toFolder(io), name))))
  // Only this file writes them; one that finished in the meantime is gone.
  const found = texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as Unfinished]))
  return found.toSorted((first, second) => second.at.localeCompare(first.at))
}

/** Returns the upload by id, a prefix of one, or `last`. */
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

/** Throws if an upload was started at another host or by another account. */
export function assertOwn({ host, userId }: Unfinished, here: { readonly url: string; readonly userId: string }): void {
  if (host !== here.url) throw usageError(`This was started on ${host}.`, `Add: --host ${host}`)
  if (userId !== here.userId) throw usageError('Somebody else started this.', 'Sign in as them, or cancel it.')
}

const toFolder = (io: Place): string => path.join(stateDirectory(io), 'uploads')
const toPath = (io: Place, id: string): string => path.join(toFolder(io), `${id}.json`)
