import { formatField } from '#core/fields/field-text.ts'
import { compareKeys, toSortKey, toValueKey, type Key } from '#core/fields/sort-items.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { languageOf } from '#app/widgets/project-content/project-languages.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import type { ProjectItem } from '#app/widgets/project-content/project-items.ts'

/** Rows under one heading. */
export type RowGroup<Row> = { readonly key: string; readonly name: string; readonly rows: readonly Row[] }

/** A row's group and its sort key among the groups; a group without one comes last. */
export type Grouped = { readonly key: string; readonly name: string; readonly order: Key }

/** Sorts rows by their keys; those without one come last in both directions. The sort is stable. */
export function sortRows<Row>(rows: readonly Row[], keyOf: (row: Row) => Key, isDown: boolean): readonly Row[] {
  const turn = isDown ? -1 : 1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => compareKeys(one.key, other.key, turn))
    .map(({ row }) => row)
}

/** Groups rows, with the groups in their own order. */
export function gatherRows<Row>(rows: readonly Row[], groupOf: (row: Row) => Grouped): readonly RowGroup<Row>[] {
  const groups = new Map<string, Grouped & { readonly rows: Row[] }>()
  for (const row of rows) {
    const grouped = groupOf(row)
    const known = groups.get(grouped.key)
    if (known === undefined) groups.set(grouped.key, { ...grouped, rows: [row] })
    else known.rows.push(row)
  }
  return [...groups.values()].sort((one, other) => compareKeys(one.order, other.order, 1))
}

/** Returns the sort key of a field's value. */
export function keyOfValue(field: FieldDefinition, value: unknown, members: readonly MemberRow[]): Key {
  if (field.kind === 'formula') return toSortKey(value)
  if (value === undefined) return undefined
  const nameOf = (id: string): string => members.find(({ userId }) => userId === id)?.displayName ?? ''
  // A field stores only field values.
  return toValueKey(field, { [field.key]: value as FieldValue }, nameOf)
}

/** Returns the group of a row with this value in a field. */
export function groupByValue(field: FieldDefinition, value: unknown, members: readonly MemberRow[]): Grouped {
  if (value === undefined || value === null)
    return { key: '', name: `No ${field.name.toLowerCase()}`, order: undefined }
  const order = keyOfValue(field, value, members)
  // "Yes" alone says little as a heading.
  if (typeof value === 'boolean') return { key: String(value), name: value ? field.name : `Not ${field.name}`, order }
  // Stored values and results of formulas are field values.
  return { key: JSON.stringify(value), name: formatField(field, value as FieldValue, members), order }
}

/** Returns an item's value in a field: stored, or from its formula; undefined if empty. */
export function readItemValue(
  content: ProjectContent,
  field: FieldDefinition,
  { item, replica }: ProjectItem,
): unknown {
  if (field.kind !== 'formula') return item.fields?.[field.key]
  const worked = languageOf(content, replica).readAll(item, field)
  return worked?.ok === true && worked.value !== null ? worked.value : undefined
}

/** Returns an item's value in a field as text, or why its formula has none; empty if there is no value. */
export function readItemText(content: ProjectContent, field: FieldDefinition, { item, replica }: ProjectItem): string {
  const members = content.studio.getMembers()
  if (field.kind !== 'formula') {
    const value = item.fields?.[field.key]
    return value === undefined ? '' : formatField(field, value, members)
  }
  const worked = languageOf(content, replica).read(item, field)
  if (worked === undefined || (worked.ok && worked.value === null)) return ''
  // An expression's result is a field value or empty.
  return worked.ok ? formatField(field, worked.value as FieldValue, members) : worked.error.reason
}

/** Describes where an item is: its space, and its collection if the space has others. */
export function describePlace({ collection: { name, isDefault }, space }: ProjectItem): string {
  return isDefault ? space.name : `${space.name} · ${name}`
}
