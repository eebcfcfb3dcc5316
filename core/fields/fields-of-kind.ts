import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'

/**
 * Returns the fields asked for on an item: those of its kind, or all if the kind lists none; plus any that have a
 * value.
 */
export function fieldsOfKind(
  fields: readonly FieldDefinition[],
  kind: Pick<ItemKind, 'fieldIds'> | undefined,
  values: FieldValues = {},
): readonly FieldDefinition[] {
  // Deleted fields do not count.
  const own = kind?.fieldIds.filter((id) => fields.some((field) => field.id === id)) ?? []
  return own.length === 0 ? fields : fields.filter(({ id, key }) => own.includes(id) || values[key] !== undefined)
}
