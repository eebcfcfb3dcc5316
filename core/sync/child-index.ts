import { describe, type TableName } from '#core/schema/tables.ts'

/** Returns the table of a table's parent rows. */
export function parentTable(table: TableName): TableName | undefined {
  // Descriptions name existing tables; a test checks that.
  return describe(table).belongsTo?.table as TableName | undefined
}

/** Returns the key of a row's parent. */
export function parentKey(table: TableName, row: object): string | undefined {
  const field = describe(table).belongsTo?.field
  // `field` is one of the row's own fields, and parents have ids.
  return field === undefined ? undefined : ((row as Record<string, unknown>)[field] as string)
}

/** A table's rows indexed by parent key, kept up to date. */
export type ChildIndex = {
  /** Returns a row's children, unordered. Read-only: the list is the same object until one of them changes. */
  readonly under: (key: string) => readonly object[]
  readonly move: (from: object | undefined, to: object | undefined) => void
  /** Discards the index; it is rebuilt on the next `under` or `build`. */
  readonly reset: () => void
  readonly build: () => void
}

/** Children of one row; a list that has been handed out is copied before it changes. */
type Group = { rows: object[]; isSeen: boolean }

const nothing: readonly object[] = []

/** Makes an index of one table's rows by their parent. */
export function makeChildIndex(table: TableName, rows: ReadonlyMap<string, object>): ChildIndex {
  let index: Map<string, Group> | undefined
  const add = (groups: Map<string, Group>, row: object): void => {
    const parent = parentKey(table, row)
    if (parent === undefined) return
    const group = groups.get(parent)
    if (group === undefined) groups.set(parent, { rows: [row], isSeen: false })
    else own(group).push(row)
  }
  const build = (): Map<string, Group> => {
    if (index === undefined) {
      index = new Map()
      if (parentTable(table) !== undefined) for (const row of rows.values()) add(index, row)
    }
    return index
  }
  return {
    under: (parent) => {
      const group = build().get(parent)
      if (group === undefined) return nothing
      group.isSeen = true
      return group.rows
    },
    move: (from, to) => {
      if (index === undefined) return
      const above = from === undefined ? undefined : parentKey(table, from)
      const group = above === undefined ? undefined : index.get(above)
      const place = group === undefined || from === undefined ? -1 : group.rows.indexOf(from)
      if (group === undefined || place < 0) {
        if (to !== undefined) add(index, to)
      } else if (to !== undefined && parentKey(table, to) === above) own(group)[place] = to
      else {
        own(group).splice(place, 1)
        if (to !== undefined) add(index, to)
      }
    },
    reset: () => {
      index = undefined
    },
    build,
  }
}

function own(group: Group): object[] {
  if (group.isSeen) {
    group.rows = [...group.rows]
    group.isSeen = false
  }
  return group.rows
}
