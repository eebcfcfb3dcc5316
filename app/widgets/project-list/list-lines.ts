import type { RowGroup } from './list-values.ts'

/** What the keys stop at: a row, or the heading of a group whose rows are folded away. */
export type ListStop<Row> = { readonly id: string; readonly rows: readonly Row[] }

/** One line of a list: a row, at its place among all that are shown, or the heading of a group. */
export type ListLine<Row> =
  | { readonly id: string; readonly group: RowGroup<Row>; readonly row: undefined }
  | { readonly id: string; readonly group: RowGroup<Row> | undefined; readonly row: Row; readonly at: number }

/** Rows as a list shows them, those of a group together. */
export type ListedRows<Row> = {
  readonly rows: readonly Row[]
  /** Undefined where they are not put together by anything. */
  readonly groups: readonly RowGroup<Row>[] | undefined
  readonly stops: readonly ListStop<Row>[]
  readonly lines: readonly ListLine<Row>[]
}

type Given<Row> = {
  readonly rows: readonly Row[]
  readonly groups: readonly RowGroup<Row>[] | undefined
  /** The keys of groups whose rows are folded away. */
  readonly collapsed: ReadonlySet<string>
  readonly idOf: (row: Row) => string
}

/** Rows in their lines, and what the keys stop at. */
export function layOutRows<Row>({ rows, groups, collapsed, idOf }: Given<Row>): ListedRows<Row> {
  const stopsOf = (of: readonly Row[]) => of.map((row) => ({ id: idOf(row), rows: [row] }))
  if (groups === undefined) {
    const lines = rows.map((row, at) => ({ id: idOf(row), group: undefined, row, at }))
    return { rows, groups, stops: stopsOf(rows), lines }
  }
  const stops = groups.flatMap(({ key, rows: ofGroup }): readonly ListStop<Row>[] =>
    collapsed.has(key) ? [{ id: headingId(key), rows: ofGroup }] : stopsOf(ofGroup),
  )
  let at = 0
  const lines = groups.flatMap((group): readonly ListLine<Row>[] => {
    const first = at
    at += group.rows.length
    const heading = { id: headingId(group.key), group, row: undefined }
    if (collapsed.has(group.key)) return [heading]
    return [heading, ...group.rows.map((row, index) => ({ id: idOf(row), group, row, at: first + index }))]
  })
  return { rows: groups.flatMap((group) => group.rows), groups, stops, lines }
}

/** What the keys call the heading of a group. */
export function headingId(key: string): string {
  return `group ${key}`
}

/** Whether the keys call the heading of a group so. */
export function isHeading(id: string): boolean {
  return id.startsWith(headingId(''))
}

/** What the element of a row's or heading's line is called. */
export function lineId(id: string): string {
  return `line-${id.replaceAll(/[^\w-]/g, '_')}`
}

/** What the element of a row's cell is called. */
export function cellId(rowId: string, columnId: string): string {
  return `${lineId(rowId)}-${columnId}`
}
