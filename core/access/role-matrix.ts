import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames, type Role } from '#core/schema/user-roles.ts'
import { defaultRoleMatrix, type RoleMatrix } from './role-permission.ts'
import type { Rows } from '#core/schema/tables.ts'

/** Builds a studio's saved matrix from its rows; a role without rows has the defaults, the owner always everything. */
export function toRoleMatrix(roles: Iterable<Role>, rows: Iterable<Rows['role_permissions']>): RoleMatrix {
  const nameOf = new Map([...roles].map(({ id, name }) => [id, name]))
  const saved = [...rows].map((row) => ({ ...row, role: nameOf.get(row.roleId) }))
  const matrix = { ...defaultRoleMatrix }
  for (const role of roleNames) {
    const own = saved.filter((row) => row.role === role)
    if (role === 'owner' || own.length === 0) continue
    matrix[role] = permissions.filter((name) => own.some((row) => row.permission === name && row.isAllowed))
  }
  return matrix
}
