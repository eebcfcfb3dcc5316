import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { compareNames } from '#core/lib/compare-names.ts'
import type { Result } from '#core/lib/result.ts'

/** What sorting needs besides an item's row. */
export type SortReader = {
  /** Evaluates formulas; undefined while they cannot be calculated. */
  readonly language: { readonly read: (item: ItemRow, field: FieldDefinition) => Result<unknown, unknown> | undefined }
  readonly nameOf: (userId: string) => string
  /** Returns the row with an item's values; defaults to the item itself. */
  readonly findHolder?: (item: ItemRow) => { readonly fields?: FieldValues | undefined } | undefined
}

/** How items are sorted within collections: by a field or by the statuses of a stage, and in which direction. */
export type ItemSort = { readonly fieldId: string; readonly isDown: boolean }

/** A sort key; ticked comes before unticked. */
export type Key = string | number | undefined

/**
 * Makes a sort of items by a field; those without a value come last in either direction, and equal ones keep their
 * order.
 */
export function makeItemOrder(
  field: FieldDefinition,
  isDown: boolean,
  read: SortReader,
): (items: readonly ItemRow[]) => readonly ItemRow[] {
  const keyOf = (item: ItemRow): Key => toKey(field, item, read)
  const turn = isDown ? -1 : 1
  return (items) => {
    const keys = new Map(items.map((item) => [item.id, keyOf(item)]))
    return [...items].sort((first, second) => compareKeys(keys.get(first.id), keys.get(second.id), turn))
  }
}

/** Makes a sort of items by their statuses in a stage; those without a task come last in either direction. */
export function makeStatusOrder(
  isDown: boolean,
  placeOf: (item: ItemRow) => number | undefined,
): (items: readonly ItemRow[]) => readonly ItemRow[] {
  const turn = isDown ? -1 : 1
  return (items) => {
    const keys = new Map(items.map((item) => [item.id, placeOf(item)]))
    return [...items].sort((first, second) => compareKeys(keys.get(first.id), keys.get(second.id), turn))
  }
}

/** Compares two keys, reversed by -1; missing keys come last in either direction. */
export function compareKeys(first: Key, second: Key, turn: number): number {
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
  if (typeof first === 'number' && typeof second === 'number') return turn * (first - second)
  return turn * compareNames(String(first), String(second))
}

function toKey(field: FieldDefinition, item: ItemRow, { language, nameOf, findHolder }: SortReader): Key {
  if (field.kind === 'formula') {
    const result = language.read(item, field)
    return result?.ok === true ? toSortKey(result.value) : undefined
  }
  return toValueKey(field, (findHolder === undefined ? item : findHolder(item))?.fields, nameOf)
}

/** Returns the sort key of a field's value; undefined for none. */
export function toValueKey(field: FieldDefinition, values: FieldValues | undefined, nameOf: SortReader['nameOf']): Key {
  const value = values?.[field.key]
  const placeOf = (id: string): number => field.options.findIndex((option) => option.id === id)
  if (field.kind === 'choice') return value === undefined ? undefined : placeOf(String(value))
  if (Array.isArray(value)) return Math.min(...value.map(placeOf))
  return field.kind === 'person' && value !== undefined ? nameOf(String(value)) : toSortKey(value ?? null)
}

/** Returns the sort key of a formula's value; undefined for none. */
export function toSortKey(value: unknown): Key {
  if (typeof value === 'boolean') return value ? 0 : 1
  if (typeof value === 'number' || typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : undefined
}
