import { permissions, type Permission } from '#core/schema/role-permissions.ts'
import { roleNames, type RoleName } from '#core/schema/user-roles.ts'
import type { UserId } from '#core/lib/ids.ts'

/** A studio's saved matrix: the permissions of each role. */
export type RoleMatrix = Readonly<Record<RoleName, readonly Permission[]>>

/** The matrix of a new studio (document 1, section 6). */
export const defaultRoleMatrix: RoleMatrix = {
  owner: permissions,
  admin: permissions,
  lead: ['create', 'delete', 'admin_users', 'comment', 'revisions'],
  member: ['create', 'comment', 'revisions'],
  viewer: ['comment'],
}

/** The roles in a project's access toggles; Lead has none of its own and follows Member's. */
export const projectToggleRoles = ['owner', 'admin', 'member', 'viewer'] as const satisfies readonly RoleName[]
export type ProjectToggleRole = (typeof projectToggleRoles)[number]

/** The roles that another member can be given; never the owner's. */
export const assignableRoles = ['admin', 'lead', 'member', 'viewer'] as const satisfies readonly RoleName[]

/** Returns a role's level, from 1 for the owner to 5 for a viewer, as stored in `user_roles.hierarchy_level`. */
export function hierarchyLevelOf(role: RoleName): number {
  return roleNames.indexOf(role) + 1
}

/** Tells whether a role has a permission; an owner has all of them. */
export function hasPermission(matrix: RoleMatrix, role: RoleName, permission: Permission): boolean {
  return role === 'owner' || matrix[role].includes(permission)
}

/** Returns the matrix with one box checked or cleared, permissions kept in order; the owner's boxes never change. */
export function setPermission(
  matrix: RoleMatrix,
  change: { readonly role: RoleName; readonly permission: Permission; readonly isAllowed: boolean },
): RoleMatrix {
  if (change.role === 'owner') return matrix
  const kept = permissions.filter((permission) =>
    permission === change.permission ? change.isAllowed : matrix[change.role].includes(permission),
  )
  return { ...matrix, [change.role]: kept }
}

type Actor = { readonly userId: UserId; readonly role: RoleName; readonly matrix: RoleMatrix }

/** Tells whether the actor may change the role of a member with this role: owners and admins may, except an owner's. */
export function canEditRole(actor: Actor, target: RoleName): boolean {
  const isManager = actor.role === 'owner' || actor.role === 'admin'
  return isManager && target !== 'owner' && hasPermission(actor.matrix, actor.role, 'admin_users')
}

/** Tells whether the actor may archive or remove a member with this role; never an owner. */
export function canRemoveMember(actor: Actor, target: RoleName): boolean {
  return target !== 'owner' && hasPermission(actor.matrix, actor.role, 'admin_users')
}

/** Tells whether the actor may edit a comment: only its author may. */
export function canEditComment(
  actor: Pick<Actor, 'userId'>,
  comment: { readonly createdBy: UserId | undefined },
): boolean {
  return comment.createdBy === actor.userId
}

type ListedMember = { readonly role: RoleName; readonly displayName: string; readonly isArchived: boolean }

/** Orders a member list: archived last, then by role, then by name in any case. */
export function compareMembers(first: ListedMember, second: ListedMember): number {
  return (
    Number(first.isArchived) - Number(second.isArchived) ||
    hierarchyLevelOf(first.role) - hierarchyLevelOf(second.role) ||
    first.displayName.localeCompare(second.displayName, 'en', { sensitivity: 'base' })
  )
}
