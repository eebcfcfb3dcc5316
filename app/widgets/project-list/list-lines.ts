import type { RowGroup } from './list-values.ts'

/** Where the cursor stops: a row, or the heading of a folded group. */
export type ListStop<Row> = { readonly id: string; readonly rows: readonly Row[] }

/** One line of a list: a row, with its index among all rows shown, or a group's heading. */
export type ListLine<Row> =
  | { readonly id: string; readonly group: RowGroup<Row>; readonly row: undefined }
  | { readonly id: string; readonly group: RowGroup<Row> | undefined; readonly row: Row; readonly at: number }

/** The rows of a list as shown, grouped together. */
export type ListedRows<Row> = {
  readonly rows: readonly Row[]
  /** Undefined if the rows are not grouped. */
  readonly groups: readonly RowGroup<Row>[] | undefined
  readonly stops: readonly ListStop<Row>[]
  readonly lines: readonly ListLine<Row>[]
}

type Given<Row> = {
  readonly rows: readonly Row[]
  readonly groups: readonly RowGroup<Row>[] | undefined
  /** The keys of folded groups. */
  readonly collapsed: ReadonlySet<string>
  readonly idOf: (row: Row) => string
}

/** Lays out rows in lines, and lists the cursor's stops. */
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

/** Returns the cursor's id of a group's heading. */
export function headingId(key: string): string {
  return `group ${key}`
}

/** Tells whether an id is that of a group's heading. */
export function isHeading(id: string): boolean {
  return id.startsWith(headingId(''))
}

/** Returns the element id of a row's or heading's line. */
export function lineId(id: string): string {
  return `line-${id.replaceAll(/[^\w-]/g, '_')}`
}

/** Returns the element id of a row's cell. */
export function cellId(rowId: string, columnId: string): string {
  return `${lineId(rowId)}-${columnId}`
}
