import { toFieldText } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Converts a field to the row every command prints. */
export function toFieldRow(studio: StudioReplica, field: FieldDefinition) {
  const { id, of, key, name, kind, unit, options, placeIds, description } = field
  const nameOf = (place: string): string =>
    studio.replica.find('projects', place)?.name ?? studio.replica.find('spaces', place)?.name ?? place
  return {
    id,
    of,
    key,
    name,
    kind,
    unit,
    options: options.map((option) => option.name),
    colors: options.map(({ color }) => color),
    places: placeIds.map(nameOf),
    description,
    formula: field.formula,
    writtenBy: field.writeFloor,
    readBy: field.readFloor,
    default: toFieldText({ kind, options }, field.defaultValue, studio.getMembers()),
  }
}
