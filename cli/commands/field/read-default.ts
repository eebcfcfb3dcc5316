import { parseFieldText } from '#core/fields/field-text.ts'
import type { FieldShape } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '#cli/cli-error.ts'

/** Parses `--default`, the field's value in new rows; an empty text means none. */
export function readDefault(studio: StudioReplica, field: FieldShape, text: string): FieldValue | undefined {
  if (field.kind === 'formula') throw usageError(`${field.name} is calculated from other fields.`)
  const value = parseFieldText(field, text, studio.getMembers())
  if (!value.ok) throw usageError(value.error.message)
  return value.value ?? undefined
}
