import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { compareNames } from '#core/lib/compare-names.ts'
import type { Result } from '#core/lib/result.ts'

/** What sorting asks of an item besides its row. */
export type SortReader = {
  /** What formulas give; absent where they cannot be calculated yet. */
  readonly language: { readonly read: (item: ItemRow, field: FieldDefinition) => Result<unknown, unknown> | undefined }
  readonly nameOf: (userId: string) => string
  /** What has an item's values: the item itself unless given. */
  readonly findHolder?: (item: ItemRow) => { readonly fields?: FieldValues | undefined } | undefined
}

/** By which field, or the statuses of which stage, items follow each other in their collections, and which way round. */
export type ItemSort = { readonly fieldId: string; readonly isDown: boolean }

/** What stands for something in an order: ticked comes before not ticked. */
export type Key = string | number | undefined

/** Puts items in the order of a field; those without a value come last, either way, and equal ones stay as they were. */
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

/** Puts items in the order of their statuses in a stage; those without a task come last, either way. */
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

/** Compares two keys, turned round by -1; what has none comes last, either way. */
export function compareKeys(first: Key, second: Key, turn: number): number {
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
  if (typeof first === 'number' && typeof second === 'number') return turn * (first - second)
  return turn * compareNames(String(first), String(second))
}

function toKey(field: FieldDefinition, item: ItemRow, { language, nameOf, findHolder }: SortReader): Key {
  if (field.kind === 'formula') {
    const result = language.read(item, field)
    return result?.ok === true ? toPlain(result.value) : undefined
  }
  return toValueKey(field, (findHolder === undefined ? item : findHolder(item))?.fields, nameOf)
}

/** What stands for the value of a field in an order; undefined for none. */
export function toValueKey(field: FieldDefinition, values: FieldValues | undefined, nameOf: SortReader['nameOf']): Key {
  const value = values?.[field.key]
  const placeOf = (id: string): number => field.options.findIndex((option) => option.id === id)
  if (field.kind === 'choice') return value === undefined ? undefined : placeOf(String(value))
  if (Array.isArray(value)) return Math.min(...value.map(placeOf))
  return field.kind === 'person' && value !== undefined ? nameOf(String(value)) : toPlain(value ?? null)
}

/** What stands for a formula's value in an order; undefined for none. */
export function toPlain(value: unknown): Key {
  if (typeof value === 'boolean') return value ? 0 : 1
  if (typeof value === 'number' || typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : undefined
}
