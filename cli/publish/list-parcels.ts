import { nothingMatched, usageError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { listInput } from '../select/input-lines.ts'
import { makeFilePlacer, type PlacedFile } from './name-template.ts'

/** Files that become one revision, with the task's name as given. */
export type Parcel = {
  readonly target: string
  readonly paths: readonly string[]
  /** The note, with placeholders filled from the files' names. */
  readonly message: string
  /** The version number from the files' names. */
  readonly version?: number | undefined
}

type Options = {
  readonly targetOrFile: string
  readonly files: readonly string[]
  readonly map?: string
  readonly match?: string
}

/** Lists the revisions to post: the one named, or one per file or image sequence that `--map` places. */
export async function listParcels(
  options: Options,
  message: string,
  io: Pick<Io, 'readInput'>,
): Promise<readonly Parcel[]> {
  if (options.map === undefined) {
    if (options.match !== undefined) throw usageError('--match needs --map.', "Add: --map '{item}:{stage}'")
    if (options.files.length === 0) throw usageError('Which files?', 'Name a task and then its files, or pass --map.')
    return [{ target: options.targetOrFile, paths: options.files, message }]
  }
  const place = makeFilePlacer({ map: options.map, match: options.match })
  const sequences = new Map<string, { readonly path: string; readonly placed: PlacedFile }[]>()
  for (const file of await listFiles(options, io)) {
    const placed = place(file)
    if (placed === undefined) throw usageError(`${file} does not match ${options.match}.`, 'Nothing was sent.')
    const key = JSON.stringify([placed.target, placed.sequence])
    sequences.set(key, [...(sequences.get(key) ?? []), { path: file, placed }])
  }
  const parcels = [...sequences.values()].flatMap((files): readonly Parcel[] => {
    const [first] = files
    if (first === undefined) return []
    const inOrder = files.toSorted((one, other) => (one.placed.frame ?? 0) - (other.placed.frame ?? 0))
    const paths = inOrder.map(({ path }) => path)
    return [{ target: first.placed.target, paths, message: first.placed.fill(message), version: first.placed.version }]
  })
  // Lower versions of a task first, whatever the order of the files.
  return parcels.toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0))
}

async function listFiles({ targetOrFile, files }: Options, io: Pick<Io, 'readInput'>): Promise<readonly string[]> {
  const named = [targetOrFile, ...files]
  const piped = named.includes('-') ? listInput(await io.readInput()) : []
  const all = named.flatMap((file) => (file === '-' ? piped : [file]))
  if (all.length === 0) throw nothingMatched('Standard input names no file.')
  return all
}
