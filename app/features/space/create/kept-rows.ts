import type { NewItemRow } from '#core/items/item-names.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { hasText, parseRows, type CreateRows } from './create-rows.ts'

const keyOf = (spaceId: SpaceId): string => `createRows_${spaceId}`

/** Keeps what is typed into the create form of a space over closing it, going elsewhere and a reload; empty rows forget it. */
export function keepRows(spaceId: SpaceId, rows: readonly NewItemRow[]): void {
  writeStored(keyOf(spaceId), hasText(rows) ? JSON.stringify(rows) : undefined)
}

const fieldsKeyOf = (spaceId: SpaceId): string => `createFields_${spaceId}`

/** What is typed into the fields of new items, by the fields' ids. */
export type FieldTexts = Readonly<Record<string, string>>

/** Keeps what is typed into the fields the same way. */
export function keepFieldTexts(spaceId: SpaceId, texts: FieldTexts): void {
  writeStored(fieldsKeyOf(spaceId), Object.keys(texts).length === 0 ? undefined : JSON.stringify(texts))
}

/** What was typed into the fields. */
export function findKeptFieldTexts(spaceId: SpaceId): FieldTexts {
  return readFieldTexts(readStored(fieldsKeyOf(spaceId)) ?? '{}')
}

/** Texts of fields that travelled as text; what is not one is left out. */
export function readFieldTexts(text: string): FieldTexts {
  try {
    const known = Object.entries(Object(JSON.parse(text)) as Record<string, unknown>)
    return Object.fromEntries(known.flatMap(([id, value]) => (typeof value === 'string' ? [[id, value]] : [])))
  } catch {
    return {}
  }
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
