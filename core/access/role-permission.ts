import { permissions, type Permission } from '#core/schema/role-permissions.ts'
import { roleNames, type RoleName } from '#core/schema/user-roles.ts'
import type { UserId } from '#core/lib/ids.ts'

/** A studio's saved matrix: for each role what it may do. */
export type RoleMatrix = Readonly<Record<RoleName, readonly Permission[]>>

/** The matrix of a new studio (document 1, section 6). */
export const defaultRoleMatrix: RoleMatrix = {
  owner: permissions,
  admin: permissions,
  lead: ['create', 'delete', 'admin_users', 'comment', 'revisions'],
  member: ['create', 'comment', 'revisions'],
  viewer: ['comment'],
}

/** The roles offered in a project's permission toggles; Lead has none of its own and follows Member's. */
export const projectToggleRoles = ['owner', 'admin', 'member', 'viewer'] as const satisfies readonly RoleName[]
export type ProjectToggleRole = (typeof projectToggleRoles)[number]

/** The roles another member can be given; the owner's is never offered. */
export const assignableRoles = ['admin', 'lead', 'member', 'viewer'] as const satisfies readonly RoleName[]

/** A role's place in the hierarchy, 1 for the owner to 5 for a viewer, as stored in `user_roles.hierarchy_level`. */
export function hierarchyLevelOf(role: RoleName): number {
  return roleNames.indexOf(role) + 1
}

/** Tells whether a text names a role, whatever its case; member lists carry roles as text. */
export function toRoleName(text: string): RoleName | undefined {
  return roleNames.find((role) => role === text.trim().toLowerCase())
}

/** Tells whether a role has a permission; an owner always has. */
export function hasPermission(matrix: RoleMatrix, role: RoleName, permission: Permission): boolean {
  return role === 'owner' || matrix[role].includes(permission)
}

/** The matrix with one box checked or cleared, permissions kept in order; the owner's boxes never change. */
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

/** Whether the actor may give a member with this role another one: owners and admins may, an owner keeps theirs. */
export function canEditRole(actor: Actor, target: RoleName): boolean {
  const isManager = actor.role === 'owner' || actor.role === 'admin'
  return isManager && target !== 'owner' && hasPermission(actor.matrix, actor.role, 'admin_users')
}

/** Whether the actor may archive or remove a member with this role; an owner can be neither. */
export function canRemoveMember(actor: Actor, target: RoleName): boolean {
  return target !== 'owner' && hasPermission(actor.matrix, actor.role, 'admin_users')
}

/** Whether the actor may open a project, given the roles its toggle list allows; `undefined` means all. */
export function canOpenProject(actor: Actor, allowedRoles: readonly RoleName[] | undefined): boolean {
  if (allowedRoles === undefined || hasPermission(actor.matrix, actor.role, 'view_all_projects')) return true
  return allowedRoles.includes(actor.role === 'lead' ? 'member' : actor.role)
}

/** Only its author edits a comment. */
export function canEditComment(
  actor: Pick<Actor, 'userId'>,
  comment: { readonly createdBy: UserId | undefined },
): boolean {
  return comment.createdBy === actor.userId
}

/** Its author, or a role with Delete, deletes a comment. */
export function canDeleteComment(actor: Actor, comment: { readonly createdBy: UserId | undefined }): boolean {
  return canEditComment(actor, comment) || hasPermission(actor.matrix, actor.role, 'delete')
}

type ListedMember = { readonly role: RoleName; readonly displayName: string; readonly isArchived: boolean }

/** Orders a member list: archived last, then by role, then by name whatever its case. */
export function compareMembers(first: ListedMember, second: ListedMember): number {
  return (
    Number(first.isArchived) - Number(second.isArchived) ||
    hierarchyLevelOf(first.role) - hierarchyLevelOf(second.role) ||
    first.displayName.localeCompare(second.displayName, 'en', { sensitivity: 'base' })
  )
}
