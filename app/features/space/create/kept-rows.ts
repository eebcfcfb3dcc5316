import { parseJson } from '#core/lib/json.ts'
import type { NewItemRow } from '#core/items/item-names.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { hasText, parseRows, type CreateRows } from './create-rows.ts'

const keyOf = (spaceId: SpaceId): string => `createRows_${spaceId}`

/** Keeps the input of a space's create form over closing it, leaving the page and a reload; empty rows clear it. */
export function keepRows(spaceId: SpaceId, rows: readonly NewItemRow[]): void {
  writeStored(keyOf(spaceId), hasText(rows) ? JSON.stringify(rows) : undefined)
}

const fieldsKeyOf = (spaceId: SpaceId): string => `createFields_${spaceId}`

/** The input for fields of new items, by the fields' ids. */
export type FieldTexts = Readonly<Record<string, string>>

/** Keeps the input of fields in the same way. */
export function keepFieldTexts(spaceId: SpaceId, texts: FieldTexts): void {
  writeStored(fieldsKeyOf(spaceId), Object.keys(texts).length === 0 ? undefined : JSON.stringify(texts))
}

/** Returns the kept input of fields. */
export function findKeptFieldTexts(spaceId: SpaceId): FieldTexts {
  return readFieldTexts(readStored(fieldsKeyOf(spaceId)))
}

/** Parses the input of fields sent as text; leaves out what is not text. */
export function readFieldTexts(text: string | undefined): FieldTexts {
  const known = Object.entries(Object(parseJson(text)) as Record<string, unknown>)
  return Object.fromEntries(known.flatMap(([id, value]) => (typeof value === 'string' ? [[id, value]] : [])))
}

/** Returns the kept rows; absent where there are none or they are unreadable. */
export function findKeptRows(spaceId: SpaceId): CreateRows | undefined {
  try {
    const rows = parseRows(readStored(keyOf(spaceId)) ?? '[]')
    if (!hasText(rows)) return undefined
    return { rows: rows.map((row, key) => ({ ...row, key })), nextKey: rows.length }
  } catch {
    return undefined
  }
}
