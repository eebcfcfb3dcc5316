import { formatField } from '#core/fields/field-text.ts'
import { compareKeys, toPlain, toValueKey, type Key } from '#core/fields/sort-items.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { languageOf } from '#app/widgets/project-content/project-languages.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import type { ProjectItem } from '#app/widgets/project-content/project-items.ts'

/** Rows that stand together under one heading. */
export type RowGroup<Row> = { readonly key: string; readonly name: string; readonly rows: readonly Row[] }

/** The group of a row, and where it stands among others; one without an order comes last. */
export type Grouped = { readonly key: string; readonly name: string; readonly order: Key }

/** Rows in the order of their keys; those without one last, either way. Equal ones stay as they were. */
export function sortRows<Row>(rows: readonly Row[], keyOf: (row: Row) => Key, isDown: boolean): readonly Row[] {
  const turn = isDown ? -1 : 1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => compareKeys(one.key, other.key, turn))
    .map(({ row }) => row)
}

/** Rows put together, their groups in their own order. */
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

/** What stands in an order for what a row has in a field. */
export function keyOfValue(field: FieldDefinition, value: unknown, members: readonly MemberRow[]): Key {
  if (field.kind === 'formula') return toPlain(value)
  if (value === undefined) return undefined
  const nameOf = (id: string): string => members.find(({ userId }) => userId === id)?.displayName ?? ''
  // What is stored in a field is a value of fields.
  return toValueKey(field, { [field.key]: value as FieldValue }, nameOf)
}

/** The group of a row that has this in a field. */
export function groupByValue(field: FieldDefinition, value: unknown, members: readonly MemberRow[]): Grouped {
  if (value === undefined || value === null)
    return { key: '', name: `No ${field.name.toLowerCase()}`, order: undefined }
  const order = keyOfValue(field, value, members)
  // A tick alone says little as a heading.
  if (typeof value === 'boolean') return { key: String(value), name: value ? field.name : `Not ${field.name}`, order }
  // What is stored, or what a formula gives, is a value of fields.
  return { key: JSON.stringify(value), name: formatField(field, value as FieldValue, members), order }
}

/** What an item has in a field: as it is stored, or what its formula gives; undefined for nothing. */
export function readItemValue(
  content: ProjectContent,
  field: FieldDefinition,
  { item, replica }: ProjectItem,
): unknown {
  if (field.kind !== 'formula') return item.fields?.[field.key]
  const worked = languageOf(content, replica).readAll(item, field)
  return worked?.ok === true && worked.value !== null ? worked.value : undefined
}

/** What an item has in a field in words, or why its formula gives nothing; empty for nothing. */
export function readItemText(content: ProjectContent, field: FieldDefinition, { item, replica }: ProjectItem): string {
  const members = content.studio.getMembers()
  if (field.kind !== 'formula') {
    const value = item.fields?.[field.key]
    return value === undefined ? '' : formatField(field, value, members)
  }
  const worked = languageOf(content, replica).read(item, field)
  if (worked === undefined || (worked.ok && worked.value === null)) return ''
  // What an expression gives is what fields hold, or empty.
  return worked.ok ? formatField(field, worked.value as FieldValue, members) : worked.error.reason
}

/** Where an item is: its space, and its collection where that is not the space's only one. */
export function describePlace({ collection: { name, isDefault }, space }: ProjectItem): string {
  return isDefault ? space.name : `${space.name} · ${name}`
}
