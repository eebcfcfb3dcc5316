import { colorModes, type ColorMode } from '#core/items/saved-filter.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { avatarColorOf, barColorOf } from '#core/studios/palette.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fieldName } from '#core/timeline/filter-kinds.ts'
import { noneId } from '#core/timeline/filter-tests.ts'

/** The fields that colours can stand for: those of few values. */
function listColorFields(studio: StudioReplica): readonly FieldDefinition[] {
  return studio.getFields().filter(({ kind }) => kind === 'choice' || kind === 'person' || kind === 'checkbox')
}

/** The field that a colour mode is of; absent where it is of something else, or the field is gone. */
export function findColorField(studio: StudioReplica, mode: ColorMode): FieldDefinition | undefined {
  return listColorFields(studio).find((field) => fieldName(field) === mode)
}

/** The colour mode of a field. */
function colorModeOf({ key }: FieldDefinition): ColorMode {
  return `field:${key}`
}

/** What a task's item has in a field, as filters call it. */
export function fieldValueOf({ key }: FieldDefinition, { fields }: TimelineTaskRow): string {
  const value = fields?.[key]
  return value === undefined || value === false ? noneId : String(value)
}

/** The colour of a value: an option's own, a person's, one of ten for what is ticked, grey for nothing. */
export function colorOfValue({ kind, options }: FieldDefinition, id: string): string {
  if (id === noneId) return defaultStatusColor
  if (kind === 'person') return avatarColorOf(id)
  return kind === 'choice' ? (options.find((option) => option.id === id)?.color ?? defaultStatusColor) : barColorOf(id)
}

/** What people call a value. */
export function nameOfValue({ kind, name, options }: FieldDefinition, id: string, { replica }: StudioReplica): string {
  if (kind === 'checkbox') return id === noneId ? 'Not ticked' : 'Ticked'
  if (id === noneId) return `No ${name}`
  if (kind === 'person') return replica.getRows('studio_members').get(id)?.displayName ?? '(removed)'
  return options.find((option) => option.id === id)?.name ?? '(removed)'
}

/** Everything colours can stand for, with its name. */
export function listColorModes(studio: StudioReplica): readonly { readonly mode: ColorMode; readonly title: string }[] {
  return [
    ...colorModes.map((mode) => ({ mode, title: mode[0]?.toUpperCase() + mode.slice(1) })),
    ...listColorFields(studio).map((field) => ({ mode: colorModeOf(field), title: field.name })),
  ]
}
