import { findNamed } from '../slug.ts'

export const itemColumns = [
  'collection',
  'name',
  'slug',
  'description',
  'item type',
  'frame in',
  'frame out',
  'handle in',
  'handle out',
  'frame rate',
] as const
/** Which of the collections of one name, counted from 1 in their order; a column of its own where names repeat. */
export const collectionNumber = 'collection number'
export const taskColumns = ['status', 'assignee', 'due', 'estimate', 'priority', 'disabled'] as const

type ItemColumn = (typeof itemColumns)[number] | typeof collectionNumber
export type TaskColumn = (typeof taskColumns)[number]

/** What a column of a sheet means. */
export type SheetColumn =
  | { readonly kind: 'item'; readonly field: ItemColumn }
  | { readonly kind: 'task'; readonly stage: string; readonly field: TaskColumn }
  | { readonly kind: 'id'; readonly system: string }
  /** Known, but nothing that is kept here. */
  | { readonly kind: 'passed over' }
  | { readonly kind: 'unknown' }

// What Kitsu's export has besides (its CSV of shots and of assets), by our names; where the item is comes from elsewhere.
const kitsuNames: Readonly<Record<string, ItemColumn | '-'>> = {
  project: '-',
  episode: '-',
  sequence: 'collection',
  'time spent': '-',
  frames: '-',
  'nb frames': '-',
  fps: 'frame rate',
  parent: 'collection',
}

/** Titles that say where an item is; without one, Kitsu's sheets of assets have it in their type. */
const placeNames = new Set(['collection', 'sequence', 'parent'])

type Given = {
  readonly header: readonly string[]
  /** The names of the studio's stages. */
  readonly stages: readonly string[]
  /** Columns by our names, as somebody mapped them: `name` → `Shot Code`. */
  readonly mapping: ReadonlyMap<string, string>
}

/**
 * What each column of a header means: by the mapping, by our own names, by Kitsu's. Of several that mean the same, the
 * mapped one counts, else the one of our own name, else the first; the others are passed over.
 */
export function readHeader(given: Given): readonly SheetColumn[] {
  const mapped = new Set([...given.mapping.values()].map(normalize))
  const columns = readColumns(given)
  const rankOf = (at: number): number => {
    const title = normalize(given.header[at] ?? '')
    return mapped.has(title) ? 0 : normalize(keyOf(columns[at]) ?? '') === title ? 1 : 2
  }
  const chosen = new Map<string, number>()
  for (const [at, column] of columns.entries()) {
    const key = keyOf(column)
    if (key === undefined) continue
    const before = chosen.get(key)
    if (before === undefined || rankOf(at) < rankOf(before)) chosen.set(key, at)
  }
  return columns.map((column, at) => {
    const key = keyOf(column)
    return key === undefined || chosen.get(key) === at ? column : { kind: 'passed over' }
  })
}

/** Columns of one title, of which nobody can say which is meant: their numbers, from 1. */
export function findTwins(given: Given): readonly [number, number] | undefined {
  const titles = given.header.map(normalize)
  const columns = readColumns(given)
  for (const [at, column] of readHeader(given).entries()) {
    const key = keyOf(column)
    const twin = titles.findIndex((title, other) => other > at && title === titles[at] && keyOf(columns[other]) === key)
    if (key !== undefined && twin !== -1) return [at + 1, twin + 1]
  }
  return undefined
}

/** The same for columns that mean the same; absent for those that mean nothing here. */
function keyOf(column: SheetColumn | undefined): string | undefined {
  if (column?.kind === 'item') return column.field
  if (column?.kind === 'id') return `${column.system} id`
  return column?.kind === 'task' ? `${column.stage} ${column.field}` : undefined
}

function readColumns({ header, stages, mapping }: Given): readonly SheetColumn[] {
  const names = new Map([...mapping].map(([ours, theirs]) => [normalize(theirs), ours]))
  const hasCollection = header.some((title) => placeNames.has(normalize(names.get(normalize(title)) ?? title)))
  let stage: string | undefined
  return header.map((title): SheetColumn => {
    const name = normalize(names.get(normalize(title)) ?? title)
    // Kitsu puts the people of a stage beside it, each time under the same title.
    if (/^assign(ations?|ees?)$/.test(name) && stage !== undefined) return { kind: 'task', stage, field: 'assignee' }
    const column = readColumn(name, stages, hasCollection)
    if (column.kind === 'task') stage = column.stage
    return column
  })
}

function readColumn(name: string, stages: readonly string[], hasCollection: boolean): SheetColumn {
  if (name === '' || name === '-') return { kind: 'passed over' }
  const stage = findStage(name, stages)
  if (stage !== undefined) return stage
  const field = ([...itemColumns, collectionNumber] as const).find((each) => each === name)
  if (field !== undefined) return { kind: 'item', field }
  const system = /^(.+) id$/.exec(name)?.[1] ?? (name === 'id' ? 'import' : undefined)
  if (system !== undefined) return { kind: 'id', system: system.replaceAll(' ', '-') }
  if (name === 'type') return hasCollection ? { kind: 'passed over' } : { kind: 'item', field: 'collection' }
  const kitsu = kitsuNames[name]
  if (kitsu === '-') return { kind: 'passed over' }
  return kitsu === undefined ? { kind: 'unknown' } : { kind: 'item', field: kitsu }
}

function findStage(name: string, stages: readonly string[]): SheetColumn | undefined {
  for (const field of taskColumns) {
    const wanted = field !== 'status' && name.endsWith(` ${field}`) ? name.slice(0, -field.length - 1) : name
    if (field !== 'status' && wanted === name) continue
    const stage = findNamed(stages, wanted, normalize)
    if (stage !== undefined) return { kind: 'task', stage, field }
  }
  return undefined
}

/** Names in any case, with spaces or underscores. */
function normalize(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
}
