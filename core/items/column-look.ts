import { stageOfColumn } from './space-columns.ts'

/** How the columns of a grid stand, by the ids of their stages and fields: an id unknown, or gone, is passed over. */
export type ColumnLook = {
  /** Those that were moved and those around them; one that came later follows them. */
  readonly order: readonly string[]
  /** In pixels; a column without one takes its share of the window. */
  readonly widths: Readonly<Record<string, number>>
  /** Those that stay beside the names while others are scrolled, in no order. */
  readonly pinned: readonly string[]
  /** Of the fields of tasks, which every stage could have a column of, those that are columns; in no order. */
  readonly shown: readonly string[]
}

/** Where a column stands. */
export type ColumnPlace = {
  readonly width?: number
  readonly isPinned: boolean
  /** How many pixels from the end of the names it stays while others are scrolled; absent where it is scrolled along. */
  readonly stuckAt?: number
}

/** Columns as a space begins: stages, then fields, all of one width. */
export const plainColumns: ColumnLook = { order: [], widths: {}, pinned: [], shown: [] }

/** The width in pixels that a column has at least and at most. */
export const columnWidths = { least: 64, most: 640, pinned: 132 } as const

/** How many pixels of pinned columns stay at once: more would leave nothing to scroll in a small window. */
const STUCK_ROOM = 480

/** Columns in their order, pinned ones first, each with its place. */
export function arrangeColumns<Column extends { readonly id: string }>(
  columns: readonly Column[],
  { order, widths, pinned }: ColumnLook,
): readonly (Column & ColumnPlace)[] {
  const places = new Map(order.map((id, at) => [id, at]))
  const isPinned = new Set(pinned)
  // A field of a stage's tasks stands beside its stage until it is moved.
  const placeOf = (id: string): number => {
    const beside = places.get(stageOfColumn(id) ?? '')
    return places.get(id) ?? (beside === undefined ? order.length : beside + 0.5)
  }
  const rankOf = ({ id }: Column): number => (isPinned.has(id) ? 0 : order.length + 1) + placeOf(id)
  let taken = 0
  return [...columns]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((column) => {
      const width = widths[column.id] ?? (isPinned.has(column.id) ? columnWidths.pinned : undefined)
      const place = { ...column, ...(width !== undefined && { width }), isPinned: isPinned.has(column.id) }
      const stuckAt = taken
      if (!place.isPinned || width === undefined) return place
      taken += width
      return taken > STUCK_ROOM ? place : { ...place, stuckAt }
    })
}

/** The columns with one moved to the place of another, before it or after it; `arranged` are all of them, hidden ones too. */
export function moveColumn(
  look: ColumnLook,
  arranged: readonly { readonly id: string }[],
  { id, to }: { readonly id: string; readonly to: string },
): ColumnLook {
  const ids = arranged.map((column) => column.id)
  const [from, at] = [ids.indexOf(id), ids.indexOf(to)]
  return from < 0 || at < 0 ? look : { ...look, order: ids.toSpliced(from, 1).toSpliced(at, 0, id) }
}

/** The columns with another width of one, within what a column may have; without one it takes its share again. */
export function resizeColumn(look: ColumnLook, id: string, width: number | undefined): ColumnLook {
  const { [id]: _, ...widths } = look.widths
  return { ...look, widths: width === undefined ? widths : { ...widths, [id]: clamp(width) } }
}

/** The columns with one pinned, or scrolled along again. */
export function togglePinned(look: ColumnLook, id: string): ColumnLook {
  const others = look.pinned.filter((each) => each !== id)
  return { ...look, pinned: others.length < look.pinned.length ? others : [...others, id].sort() }
}

/** The columns with those that some fields of tasks have shown, or hidden where all of them are. */
export function toggleShown(look: ColumnLook, ids: readonly string[]): ColumnLook {
  const others = look.shown.filter((id) => !ids.includes(id))
  const isShown = others.length === look.shown.length - ids.length
  return { ...look, shown: isShown ? others : [...others, ...ids].sort() }
}

/** Reads kept columns, whoever wrote them: what is missing, or of another shape, is as a space begins. */
export function readColumnLook(value: unknown): ColumnLook {
  if (!isRecord(value)) return plainColumns
  const { order, widths, pinned, shown } = value
  const kept = isRecord(widths) ? Object.entries(widths) : []
  return {
    order: readIds(order),
    widths: Object.fromEntries(
      kept.flatMap(([id, width]) => (typeof width === 'number' && width > 0 ? [[id, clamp(width)] as const] : [])),
    ),
    pinned: readIds(pinned).toSorted(),
    shown: readIds(shown).toSorted(),
  }
}

function clamp(width: number): number {
  return Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)))
}

function readIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
