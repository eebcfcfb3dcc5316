import type { Done, ChangeContext } from '#core/change/context.ts'
import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import { toRoleMatrix } from './role-matrix.ts'
import { type RoleMatrix } from './role-permission.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { updateRows } from '#core/change/row-mutators.ts'

/** Returns a studio's saved matrix. */
export function findRoleMatrix({ replica }: StudioReplica): RoleMatrix {
  return toRoleMatrix(replica.getRows('user_roles').values(), replica.getRows('role_permissions').values())
}

/**
 * Saves the differences from the saved matrix (ruling 6), never in the owner's row. Fails with `not-found` if there are
 * none.
 */
export async function saveRoleMatrix(
  input: { readonly studio: StudioReplica; readonly matrix: RoleMatrix },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, matrix } = input
  const idOf = new Map(studio.getRoles().map(({ id, name }) => [name, id]))
  const changes = roleNames.flatMap((role) =>
    role === 'owner'
      ? []
      : permissions.map((permission) => ({
          key: `${idOf.get(role) ?? ''}:${permission}`,
          fields: { isAllowed: matrix[role].includes(permission) },
        })),
  )
  // Roles are shared by all studios, their permissions are not.
  return await context.mutate(
    updateRows,
    { table: 'role_permissions', changes, label: 'Change role permissions', within: { studio_id: studio.studioId } },
    studio,
  )
}
