import type { RoleId } from '#core/lib/ids.ts'
import { defineTable, flag, of } from './define-table.ts'

/** The permissions of a role: the rows of the Role Permissions matrix, in its order. */
export const permissions = ['create', 'delete', 'admin_users', 'comment', 'revisions', 'view_all_projects'] as const
export type Permission = (typeof permissions)[number]

export const rolePermissions = defineTable({
  key: ['roleId', 'permission'],
  scopes: ['studio'],
  fields: { roleId: of<RoleId>(), permission: of<Permission>(), isAllowed: flag },
})
