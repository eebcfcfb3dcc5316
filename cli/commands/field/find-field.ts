import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { pickOne } from '#cli/select/pick.ts'

/** The one field that a key, name or id means. */
export function findField(studio: StudioReplica, which: string): FieldDefinition {
  const fields = studio.getFields().map((field) => ({ ...field, slug: field.key }))
  return pickOne(fields, which, { one: 'field', many: 'fields' })
}
