import type { ChangeContext, Done } from '#core/change/context.ts'
import { projectToggleRoles, type ProjectToggleRole } from '#core/access/role-permission.ts'
import type { ProjectId, RoleId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { insertRows, updateRows } from '#core/change/row-mutators.ts'

/** Returns the roles whose toggle is on; all of them if nothing is saved. */
export function findAllowedRoles(studio: StudioReplica, projectId: ProjectId): readonly ProjectToggleRole[] {
  const denied = new Set(
    studio.replica.getUnder('project_role_access', projectId).flatMap((row) => (row.isAllowed ? [] : [row.roleId])),
  )
  return projectToggleRoles.filter((name) => {
    const role = studio.getRoles().find((candidate) => candidate.name === name)
    return role === undefined || !denied.has(role.id)
  })
}

/**
 * Sets which roles may open a project (ruling 7); the owner's toggle is never written. Fails with `not-found` if
 * nothing changes.
 */
export async function setProjectAccess(
  input: {
    readonly studio: StudioReplica
    readonly projectId: ProjectId
    readonly allowedRoles: readonly ProjectToggleRole[]
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, projectId, allowedRoles } = input
  const label = 'Change who may open the project'
  const wanted = studio.getRoles().flatMap(({ id: roleId, name }) => {
    const role = projectToggleRoles.find((candidate) => candidate === name && candidate !== 'owner')
    return role === undefined ? [] : [{ projectId, roleId, isAllowed: allowedRoles.includes(role) }]
  })
  const isSaved = ({ roleId }: { readonly roleId: RoleId }): boolean =>
    studio.replica.find('project_role_access', `${projectId}:${roleId}`) !== undefined
  const missing = wanted.filter((row) => !isSaved(row))
  const table = 'project_role_access'
  const changes = wanted.filter(isSaved).map(({ roleId, isAllowed }) => ({
    key: `${projectId}:${roleId}`,
    fields: { isAllowed },
  }))
  // Without rows every role has access, so none are added until one is denied.
  if (missing.some(({ isAllowed }) => !isAllowed)) {
    const added = await context.mutate(insertRows, { table, rows: missing, label }, studio)
    if (!added.ok || changes.length === 0) return added
  }
  return await context.mutate(updateRows, { table, changes, label }, studio)
}
