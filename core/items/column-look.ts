import { isRecord } from '#core/lib/json.ts'
import { stageOfColumn } from './space-columns.ts'

/** The look of a grid's columns, by the ids of their stages and fields; ids that are unknown or gone are skipped. */
export type ColumnLook = {
  /** Moved columns and those around them; later ones follow. */
  readonly order: readonly string[]
  /** In pixels; a column without one takes its share of the window. */
  readonly widths: Readonly<Record<string, number>>
  /** Columns that stay beside the names while others scroll, unordered. */
  readonly pinned: readonly string[]
  /** The columns of task fields to show, of all that the stages could have; unordered. */
  readonly shown: readonly string[]
}

/** Width and pinning of a column. */
export type ColumnPlace = {
  readonly width?: number
  readonly isPinned: boolean
  /** Pixels from the end of the names at which it sticks; absent where it scrolls. */
  readonly stuckAt?: number
}

/** The columns of a new space: stages, then fields, all of one width. */
export const plainColumns: ColumnLook = { order: [], widths: {}, pinned: [], shown: [] }

/** The limits of a column's width, and a pinned column's default, in pixels. */
export const columnWidths = { least: 64, most: 640, pinned: 132 } as const

/** The most pixels that pinned columns take: more would leave nothing to scroll in a small window. */
const STUCK_ROOM = 480

/** Sorts columns, pinned ones first, and gives each its place. */
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

/** Moves a column before or after another; `arranged` holds all columns, hidden ones too. */
export function moveColumn(
  look: ColumnLook,
  arranged: readonly { readonly id: string }[],
  { id, to }: { readonly id: string; readonly to: string },
): ColumnLook {
  const ids = arranged.map((column) => column.id)
  const [from, at] = [ids.indexOf(id), ids.indexOf(to)]
  return from < 0 || at < 0 ? look : { ...look, order: ids.toSpliced(from, 1).toSpliced(at, 0, id) }
}

/** Sets a column's width within its limits, or resets it to its share. */
export function resizeColumn(look: ColumnLook, id: string, width: number | undefined): ColumnLook {
  const { [id]: _, ...widths } = look.widths
  return { ...look, widths: width === undefined ? widths : { ...widths, [id]: clamp(width) } }
}

/** Pins or unpins a column. */
export function togglePinned(look: ColumnLook, id: string): ColumnLook {
  const others = look.pinned.filter((each) => each !== id)
  return { ...look, pinned: others.length < look.pinned.length ? others : [...others, id].sort() }
}

/** Shows the columns of task fields, or hides them where all are shown. */
export function toggleShown(look: ColumnLook, ids: readonly string[]): ColumnLook {
  const others = look.shown.filter((id) => !ids.includes(id))
  const isShown = others.length === look.shown.length - ids.length
  return { ...look, shown: isShown ? others : [...others, ...ids].sort() }
}

/** Reads a stored column look; what is missing or malformed falls back to the default. */
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
