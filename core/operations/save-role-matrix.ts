import { toRoleMatrix } from '../domain/role-matrix.ts'
import { permissions, roleNames, type RoleMatrix } from '../domain/role-permission.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import type { Done, OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

/** A studio's matrix as it is saved. */
export function findRoleMatrix({ replica }: StudioReplica): RoleMatrix {
  return toRoleMatrix(replica.getRows('user_roles').values(), replica.getRows('role_permissions').values())
}

/** Saves what differs from the saved matrix (ruling 6); the owner's row never does. `not-found` where nothing differs. */
export async function saveRoleMatrix(
  input: { readonly studio: StudioReplica; readonly matrix: RoleMatrix },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, matrix } = input
  const { studioId, replica } = studio
  const idOf = new Map(studio.getRoles().map(({ id, name }) => [name, id]))
  const changes = roleNames.flatMap((role) =>
    role === 'owner'
      ? []
      : permissions.map((permission) => ({
          key: `${idOf.get(role) ?? ''}:${permission}`,
          fields: { isAllowed: matrix[role].includes(permission) },
        })),
  )
  return await setRowFields(
    // The roles are the same in every studio, their permissions are not.
    {
      studioId,
      replica,
      table: 'role_permissions',
      label: 'Change role permissions',
      changes,
      within: { studio_id: studioId },
    },
    context,
  )
}
