import { listGroupingFields } from '#core/fields/field-group.ts'
import { colorModes, type ColorMode } from '#core/items/saved-filter.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fieldName } from '#core/timeline/filter-kinds.ts'

/** The field that a colour mode is of; absent where it is of something else, or the field is gone. */
export function findColorField(studio: StudioReplica, mode: ColorMode): FieldDefinition | undefined {
  return listGroupingFields(studio.getFields()).find((field) => fieldName(field) === mode)
}

/** Everything colours can stand for, with its name. */
export function listColorModes(studio: StudioReplica): readonly { readonly mode: ColorMode; readonly title: string }[] {
  return [
    ...colorModes.map((mode) => ({ mode, title: mode[0]?.toUpperCase() + mode.slice(1) })),
    ...listGroupingFields(studio.getFields()).map((field) => ({ mode: fieldName(field), title: field.name })),
  ]
}
