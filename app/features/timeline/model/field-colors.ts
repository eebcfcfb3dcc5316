import { groupIdOf, listGroupingFields } from '#core/fields/field-group.ts'
import { foldName } from '#core/lib/slug.ts'
import { colorModes, type ColorMode } from '#core/items/saved-filter.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fieldName } from '#core/timeline/filter-kinds.ts'

/** Lists the fields that bars can be filtered and coloured by: of items, and of their tasks. */
export function listTimelineFields(studio: StudioReplica): readonly FieldDefinition[] {
  return [...studio.getFields(), ...studio.getTaskFields()]
}

/** Returns the value of such a field for a bar's task or its item, as the id that filters use. */
export function groupIdOfTask(field: FieldDefinition, task: Pick<TimelineTaskRow, 'fields' | 'taskFields'>): string {
  return groupIdOf(field, field.of === 'task' ? task.taskFields : task.fields)
}

/** Finds the field of a colour mode; absent where the mode is no field, or the field is gone. */
export function findColorField(studio: StudioReplica, mode: ColorMode): FieldDefinition | undefined {
  return listGroupingFields(listTimelineFields(studio)).find((field) => fieldName(field) === mode)
}

/** Resolves a colour mode: a field that is gone, or has become another kind, falls back to statuses. */
export function findColorMode(studio: StudioReplica, wanted: ColorMode): ColorMode {
  const isKnown = colorModes.some((mode) => mode === wanted) || findColorField(studio, wanted) !== undefined
  return isKnown ? wanted : 'status'
}

/** Lists all colour modes with their names. */
export function listColorModes(studio: StudioReplica): readonly { readonly mode: ColorMode; readonly title: string }[] {
  const fields = listGroupingFields(listTimelineFields(studio))
  return [
    ...colorModes.map((mode) => ({ mode, title: mode[0]?.toUpperCase() + mode.slice(1) })),
    ...fields.map((field) => ({ mode: fieldName(field), title: titleOf(field, fields) })),
  ]
}

/** Returns a field's name, and whether it is of items or tasks where another field has the same name. */
function titleOf({ id, name, of }: FieldDefinition, fields: readonly FieldDefinition[]): string {
  const isShared = fields.some((other) => other.id !== id && foldName(other.name) === foldName(name))
  return isShared ? `${name} of ${of}s` : name
}
