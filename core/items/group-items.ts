import { formatField } from '#core/fields/field-text.ts'
import { makeItemOrder, type SortReader } from '#core/fields/sort-items.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { Grouping, ItemGroup } from './grid-layout.ts'

/** Groups items by the value of a field, those without one last. */
export function makeGrouping(
  field: FieldDefinition,
  reader: SortReader & { readonly members: readonly MemberRow[] },
): Grouping {
  const nothing: ItemGroup = { key: '', name: `No ${field.name.toLowerCase()}` }
  return {
    groupOf: (item) => {
      const value = readValue(field, item, reader)
      if (value === undefined) return nothing
      // The bare value of a checkbox says little as a heading.
      if (typeof value === 'boolean') return { key: String(value), name: value ? field.name : `Not ${field.name}` }
      return { key: JSON.stringify(value), name: formatField(field, value, reader.members) }
    },
    inOrder: makeItemOrder(field, false, reader),
  }
}

function readValue(
  field: FieldDefinition,
  item: ItemRow,
  { language, findHolder }: SortReader,
): FieldValue | undefined {
  if (field.kind !== 'formula') return (findHolder === undefined ? item : findHolder(item))?.fields?.[field.key]
  const result = language.read(item, field)
  // Expressions yield what fields hold, or nothing.
  return result?.ok === true && result.value !== null ? (result.value as FieldValue) : undefined
}
