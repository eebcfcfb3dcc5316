import type { NewItemRow } from '#core/items/item-names.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { hasText, parseRows, type CreateRows } from './create-rows.ts'

const keyOf = (spaceId: SpaceId): string => `createRows_${spaceId}`

/** Keeps what is typed into the create form of a space over closing it, going elsewhere and a reload; empty rows forget it. */
export function keepRows(spaceId: SpaceId, rows: readonly NewItemRow[]): void {
  writeStored(keyOf(spaceId), hasText(rows) ? JSON.stringify(rows) : undefined)
}

/** The kept rows; absent where there are none that can be read. */
export function findKeptRows(spaceId: SpaceId): CreateRows | undefined {
  try {
    const rows = parseRows(readStored(keyOf(spaceId)) ?? '[]')
    if (!hasText(rows)) return undefined
    return { rows: rows.map((row, key) => ({ ...row, key })), nextKey: rows.length }
  } catch {
    return undefined
  }
}
