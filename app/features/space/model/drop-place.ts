import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { placeInOrder, rebalanceRanks, type Ranked } from '#core/lib/order-rank.ts'
import type { CollectionId, ItemId } from '#core/lib/ids.ts'
import type { GridRow } from '#core/items/grid-layout.ts'

/** Where items land: an index among a collection's items, hidden ones counted. */
export type ItemDrop = { readonly collectionId: CollectionId; readonly index: number }

/** Converts a gap between two rows to a drop of items; absent above the first heading. */
export function toItemDrop(
  rows: readonly GridRow[],
  before: number,
  getItems: (id: CollectionId) => readonly ItemRow[],
): ItemDrop | undefined {
  const above = rows[before - 1]
  if (above === undefined) {
    const first = rows[0]
    return first?.kind === 'item' ? { collectionId: first.collectionId, index: 0 } : undefined
  }
  // Dropped on the heading of a collapsed collection, items go to its end: its beginning is out of sight.
  if (above.kind === 'collection') {
    return { collectionId: above.id, index: above.isCollapsed ? getItems(above.id).length : 0 }
  }
  const index = getItems(above.collectionId).findIndex(({ id }) => id === above.id)
  return { collectionId: above.collectionId, index: index + 1 }
}

/** Finds the gaps where rows can land: between items for items, between whole collections for a collection. */
export function findGaps(rows: readonly GridRow[], kind: 'items' | 'collection'): readonly number[] {
  const gaps = Array.from({ length: rows.length + 1 }, (_, gap) => gap)
  if (kind === 'items') return gaps.filter((gap) => gap > 0 || rows[0]?.kind === 'item')
  return gaps.filter((gap) => gap === rows.length || rows[gap]?.kind === 'collection')
}

/** Returns the next gap in a direction, or the same one at the end. */
export function nextGap(gaps: readonly number[], from: number, direction: 1 | -1): number {
  const found = direction === 1 ? gaps.find((gap) => gap > from) : gaps.findLast((gap) => gap < from)
  return found ?? from
}

/**
 * Returns the ranks that put a collection before the one shown at a gap. Where the shown order is not by rank, for
 * instance by name, every rank is written once, so that rearranging starts from what people saw.
 */
export function placeCollection(
  shown: readonly CollectionRow[],
  id: CollectionId,
  beforeId: CollectionId | undefined,
): readonly Ranked<CollectionId>[] {
  const index = beforeId === undefined ? shown.length : shown.findIndex((other) => other.id === beforeId)
  const isByRank = shown.every((row, at) => at === 0 || Number(shown[at - 1]?.orderRank) < Number(row.orderRank))
  if (isByRank) return placeInOrder(shown, [id], index)
  const next = [...shown.slice(0, index), undefined, ...shown.slice(index)]
  const moved = shown.find((row) => row.id === id)
  return rebalanceRanks(next.flatMap((row) => (row === undefined ? (moved ?? []) : row.id === id ? [] : row)))
}

/** Returns the first gap above an item's row, where a move by keyboard begins. */
export function gapOf(rows: readonly GridRow[], id: ItemId | CollectionId): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.id === id),
  )
}
