import type { FieldDefinition, FieldOwner } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { pickOne } from '#cli/select/pick.ts'

/** Finds the field by key, name or id, among all or those of one kind of row. */
export function findField(studio: StudioReplica, which: string, owner?: FieldOwner): FieldDefinition {
  const among = studio.getAllFields().filter(({ of }) => owner === undefined || of === owner)
  const fields = among.map((field) => ({ ...field, slug: field.key }))
  return pickOne(fields, which, { one: 'field', many: 'fields' })
}
