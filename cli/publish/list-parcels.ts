import { nothingMatched, usageError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { listPattern } from './list-pattern.ts'
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
    const paths = (await Promise.all(options.files.map(listPattern))).flat()
    return [{ target: options.targetOrFile, paths, message }]
  }
  const place = makeFilePlacer({ map: options.map, match: options.match })
  const sequences = new Map<string, { readonly path: string; readonly placed: PlacedFile }[]>()
  const all = await listFiles(options, io)
  const placedFiles = all.map((file) => ({ file, placed: place(file) }))
  const others = placedFiles.flatMap(({ file, placed }) => (placed === undefined ? [file] : []))
  if (others.length > 0) throw usageError(describeOthers(others, { all, ...options }), 'Nothing was sent.')
  for (const { file, placed } of placedFiles) {
    if (placed === undefined) continue
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

const mostNamed = 8

/** Names the files that a template does not match. */
function describeOthers(
  others: readonly string[],
  { all, match = '' }: { readonly all: readonly string[]; readonly match?: string },
): string {
  const [only] = others
  if (others.length === 1) return `${only ?? ''} does not match ${match}.`
  const more = others.length > mostNamed ? `, and ${others.length - mostNamed} more` : ''
  return `${others.length} of ${all.length} files do not match ${match}: ${others.slice(0, mostNamed).join(', ')}${more}.`
}

async function listFiles({ targetOrFile, files }: Options, io: Pick<Io, 'readInput'>): Promise<readonly string[]> {
  const named = [targetOrFile, ...files]
  const piped = named.includes('-') ? listInput(await io.readInput()) : []
  const given = named.flatMap((file) => (file === '-' ? piped : [file]))
  const all = (await Promise.all(given.map(listPattern))).flat()
  if (all.length === 0) throw nothingMatched('Standard input names no file.')
  return all
}
