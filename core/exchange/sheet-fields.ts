import { itemFlags, type FlagWords } from '#core/schema/item-flags.ts'

/** Titles of an item's columns in an exported sheet. */
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
  ...itemFlags.map(({ words }) => words),
] as const
/** Tells whether a column is a flag of items. */
export function isFlagColumn(column: string): column is FlagWords {
  return itemFlags.some(({ words }) => words === column)
}

/** The number of a collection among those of its name, counted from 1 in order; exported only if names repeat. */
export const collectionNumber = 'collection number'
/** The episode of a collection; exported only if some collections have one. */
export const collectionEpisode = 'collection episode'
/** The item's kind; exported only if some items have one. */
export const itemKind = 'item kind'
/** Written in place of a kind if an item has none: an empty cell would give a new item the first kind of its space. */
export const noKind = 'no kind'
/** The columns of a stage, about its tasks. */
export const taskColumns = ['status', 'assignee', 'due', 'estimate', 'priority', 'disabled'] as const
/** Returns the title that always means one of the studio's own fields, even if something else has its name. */
export function toFieldTitle(key: string): string {
  return `field ${key}`
}

/** Columns of casts, by kind of link; exported only if some items have a cast. */
export const castColumns = ['cast', 'cast instances', 'cast references'] as const
export type CastColumn = (typeof castColumns)[number]

/** Written in place of a status if an item has no task in a stage of its space. */
export const noTask = 'no task'

/** Columns of other programs about an item that convert to ours. */
export type ForeignField =
  | 'episode'
  /** A name preceded by episode and sequence: `E01 / SQ010 / SH010`. */
  | 'full name'
  | 'path'
  /** The item whose task the row is, in a sheet that lists items too. */
  | 'parent task'
  | 'kind'
  /** The type of a row, in a sheet of several things: a folder, a task, a version. */
  | 'entity type'
  | 'asset type'
  /** The asset a task belongs to, if another column has shots. */
  | 'task asset'
  | 'frames'
  /** Where the item lies in the cut. */
  | 'record in'
  | 'record out'
  /** The first and last frame in one cell. */
  | 'frame range'
  | 'handles'
  | 'head in'
  | 'tail out'
  | 'item status'
  | CastColumn
  /** Names of assets in the item, not necessarily all. */
  | 'assets'
  /** Names of items it is used in. */
  | 'used in'
  /** In a sheet with one line per link: what is cast, how many and as what. */
  | 'cast asset'
  | 'cast type'
  | 'cast count'
  | 'cast label'

/** A column about an item. */
export type ItemColumn =
  | (typeof itemColumns)[number]
  | typeof collectionNumber
  | typeof collectionEpisode
  | typeof itemKind
  | ForeignField
/** One of `taskColumns`. */
export type TaskColumn = (typeof taskColumns)[number]

/**
 * Tells whether a column can be mapped to a name: one of our fields, `-` for nothing, a stage, or another system's ids.
 */
export function isMappable(name: string, stages: readonly string[]): boolean {
  return (
    [
      ...itemColumns,
      ...castColumns,
      ...taskColumns,
      itemKind,
      'assets',
      'used in',
      'episode',
      'frames',
      'record in',
      'record out',
      'frame range',
      'handles',
      'stage',
      '-',
    ].some((column) => column === name) ||
    name.endsWith(' id') ||
    name.startsWith('field ') ||
    stages.some((stage) => name.startsWith(stage.toLowerCase()))
  )
}
