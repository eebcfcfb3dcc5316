import { groupIdOf, listGroupingFields } from '#core/fields/field-group.ts'
import { foldName } from '#core/lib/slug.ts'
import { colorModes, type ColorMode } from '#core/items/saved-filter.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fieldName } from '#core/timeline/filter-kinds.ts'

/** The fields that bars can be filtered and coloured by: of items, and of their tasks. */
export function listTimelineFields(studio: StudioReplica): readonly FieldDefinition[] {
  return [...studio.getFields(), ...studio.getTaskFields()]
}

/** What is stored in such a field of a bar's task or its item, by the id that filters call it by. */
export function groupIdOfTask(field: FieldDefinition, task: Pick<TimelineTaskRow, 'fields' | 'taskFields'>): string {
  return groupIdOf(field, field.of === 'task' ? task.taskFields : task.fields)
}

/** The field that a colour mode is of; absent where it is of something else, or the field is gone. */
export function findColorField(studio: StudioReplica, mode: ColorMode): FieldDefinition | undefined {
  return listGroupingFields(listTimelineFields(studio)).find((field) => fieldName(field) === mode)
}

/** What colours stand for: those of a field that is gone, or of another kind meanwhile, are of statuses. */
export function findColorMode(studio: StudioReplica, wanted: ColorMode): ColorMode {
  const isKnown = colorModes.some((mode) => mode === wanted) || findColorField(studio, wanted) !== undefined
  return isKnown ? wanted : 'status'
}

/** Everything colours can stand for, with its name. */
export function listColorModes(studio: StudioReplica): readonly { readonly mode: ColorMode; readonly title: string }[] {
  const fields = listGroupingFields(listTimelineFields(studio))
  return [
    ...colorModes.map((mode) => ({ mode, title: mode[0]?.toUpperCase() + mode.slice(1) })),
    ...fields.map((field) => ({ mode: fieldName(field), title: titleOf(field, fields) })),
  ]
}

/** A field's name, with whose it is where another is called the same. */
function titleOf({ id, name, of }: FieldDefinition, fields: readonly FieldDefinition[]): string {
  const isShared = fields.some((other) => other.id !== id && foldName(other.name) === foldName(name))
  return isShared ? `${name} of ${of}s` : name
}
