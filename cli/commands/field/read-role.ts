import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import { usageError } from '#cli/cli-error.ts'

/** Parses the lowest role of `--written-by` or `--read-by`; `all` means everybody. */
export function readRole(text: string | undefined): FieldDefinition['writeFloor'] | undefined {
  if (text === undefined || text === 'all') return text === 'all' ? '' : undefined
  const role = roleNames.find((name) => name === text.toLowerCase())
  if (role === undefined || role === 'viewer')
    throw usageError(`"${text}" is not a role.`, 'The roles are owner, admin, lead and member; all for each.')
  return role
}
