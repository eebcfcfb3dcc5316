import type { RoleName } from '#core/schema/user-roles.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { canEditRole, canRemoveMember, compareMembers, hierarchyLevelOf } from '#core/access/role-permission.ts'
import type { UserId } from '#core/lib/ids.ts'
import { findRoleMatrix } from '#core/access/save-role-matrix.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** A member as listed in the settings, with what the current person may do. */
export type ListedMember = MemberRow & {
  readonly role: RoleName
  readonly isArchived: boolean
  readonly canEditRole: boolean
  readonly canArchive: boolean
}

/** Lists the members by role and name, archived ones last. Only people of a higher role may manage a member. */
export function listMembers(studio: StudioReplica, ownId: UserId): readonly ListedMember[] {
  const nameOf = new Map(studio.getRoles().map(({ id, name }) => [id, name]))
  const own = studio.replica.find('studio_members', ownId)
  const ownRole = (own && nameOf.get(own.roleId)) ?? 'viewer'
  const actor = { userId: ownId, role: ownRole, matrix: findRoleMatrix(studio) }
  return studio
    .getMembers()
    .map((member) => {
      const role = nameOf.get(member.roleId) ?? 'viewer'
      const isBelow = hierarchyLevelOf(role) > hierarchyLevelOf(ownRole) && member.userId !== ownId
      return {
        ...member,
        role,
        isArchived: member.archivedAt !== undefined,
        canEditRole: isBelow && canEditRole(actor, role),
        canArchive: isBelow && canRemoveMember(actor, role),
      }
    })
    .sort(compareMembers)
}
