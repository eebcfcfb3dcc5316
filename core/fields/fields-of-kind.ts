import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'

/** The fields that an item is asked for: those of its kind, all where that names none; what has a value is shown as well. */
export function fieldsOfKind(
  fields: readonly FieldDefinition[],
  kind: Pick<ItemKind, 'fieldIds'> | undefined,
  values: FieldValues = {},
): readonly FieldDefinition[] {
  // Fields that were deleted since count for nothing.
  const own = kind?.fieldIds.filter((id) => fields.some((field) => field.id === id)) ?? []
  return own.length === 0 ? fields : fields.filter(({ id, key }) => own.includes(id) || values[key] !== undefined)
}
