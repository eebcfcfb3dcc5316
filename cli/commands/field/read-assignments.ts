import { parseFieldText } from '#core/fields/field-text.ts'
import type { FieldOwner } from '#core/schema/field-definitions.ts'
import type { FieldChanges, FieldValue } from '#core/schema/field-values.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '#cli/cli-error.ts'
import { findField } from './find-field.ts'

/** Parses `--field key=value`; returns values by field key. */
export function readAssignments(studio: StudioReplica, given: readonly string[], owner: FieldOwner): FieldChanges {
  return Object.fromEntries(given.map((text) => readAssignment(studio, text, owner)))
}

function readAssignment(studio: StudioReplica, text: string, owner: FieldOwner): readonly [string, FieldValue | null] {
  const at = text.indexOf('=')
  if (at < 1) throw usageError(`"${text}" names no field and value.`, 'Write --field key=value.')
  const field = findField(studio, text.slice(0, at), owner)
  const given = text.slice(at + 1)
  const isMe = field.kind === 'person' && given.trim() === 'me'
  const value = parseFieldText(field, isMe ? (studio.userId ?? given) : given, studio.getMembers())
  if (!value.ok) throw usageError(value.error.message)
  return [field.key, value.value]
}
