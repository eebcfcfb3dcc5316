import { itemFlags, type FlagWords } from '#core/schema/item-flags.ts'

/** The columns of an item in a sheet, as they are exported. */
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
/** Whether a column says yes or no to a flag of items. */
export function isFlagColumn(column: string): column is FlagWords {
  return itemFlags.some(({ words }) => words === column)
}

/** Which of the collections of one name, counted from 1 in their order; a column of its own where names repeat. */
export const collectionNumber = 'collection number'
/** The episode a collection is of, as it is exported; a column of its own where some are of one. */
export const collectionEpisode = 'collection episode'
/** Which of the studio's kinds an item is; a column of its own where some are of one. */
export const itemKind = 'item kind'
/** What columns can say of the task in a stage. */
export const taskColumns = ['status', 'assignee', 'due', 'estimate', 'priority', 'disabled'] as const
/** The title that means a field of the studio's own, whatever else is called as it is. */
export function toFieldTitle(key: string): string {
  return `field ${key}`
}

/** What an item is made with, by the kind of link: columns of their own where some items are made with something. */
export const castColumns = ['cast', 'cast instances', 'cast references'] as const
export type CastColumn = (typeof castColumns)[number]

/** What stands for a status where an item has no task in a stage of its space. */
export const noTask = 'no task'

/** What other programs say of an item that is none of our columns, but becomes something in them. */
export type ForeignField =
  | 'episode'
  /** A name with its sequence and episode before it: `E01 / SQ010 / SH010`. */
  | 'full name'
  | 'path'
  /** The item that a row is a task of, where others are items. */
  | 'parent task'
  | 'kind'
  /** What a row is about where a sheet has several: a folder, a task, a version. */
  | 'entity type'
  | 'asset type'
  /** The asset that a task belongs to, where another column has shots. */
  | 'task asset'
  | 'frames'
  /** The first and the last frame in one cell. */
  | 'frame range'
  | 'handles'
  | 'head in'
  | 'tail out'
  | 'item status'
  | CastColumn
  /** Names of assets that are in it, besides others. */
  | 'assets'
  /** Names of what it is in. */
  | 'used in'
  /** Of a sheet that has a line for each link: what is cast, how often and as what. */
  | 'cast asset'
  | 'cast type'
  | 'cast count'
  | 'cast label'

/** What a column can say of an item. */
export type ItemColumn =
  | (typeof itemColumns)[number]
  | typeof collectionNumber
  | typeof collectionEpisode
  | typeof itemKind
  | ForeignField
/** One of them. */
export type TaskColumn = (typeof taskColumns)[number]

/** Whether a column can be said to mean this: one of our fields, nothing (`-`), a stage, or the ids of another system. */
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
