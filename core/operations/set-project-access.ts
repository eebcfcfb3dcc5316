import { projectToggleRoles, type ProjectToggleRole } from '../domain/role-permission.ts'
import type { ProjectId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

/** The roles whose toggle is on; all of them where nothing was saved. */
export function findAllowedRoles(studio: StudioReplica, projectId: ProjectId): readonly ProjectToggleRole[] {
  const denied = new Set(
    studio.replica.getUnder('project_role_access', projectId).flatMap((row) => (row.isAllowed ? [] : [row.roleId])),
  )
  return projectToggleRoles.filter((name) => {
    const role = studio.getRoles().find((candidate) => candidate.name === name)
    return role === undefined || !denied.has(role.id)
  })
}

/** Says which roles may open a project (ruling 7); the owner's toggle is never written. `not-found` where nothing changes. */
export async function setProjectAccess(
  input: {
    readonly studio: StudioReplica
    readonly projectId: ProjectId
    readonly allowedRoles: readonly ProjectToggleRole[]
  },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, projectId, allowedRoles } = input
  const { studioId, replica } = studio
  const label = 'Change who may open the project'
  const wanted = studio.getRoles().flatMap(({ id: roleId, name }) => {
    const role = projectToggleRoles.find((candidate) => candidate === name && candidate !== 'owner')
    return role === undefined ? [] : [{ projectId, roleId, isAllowed: allowedRoles.includes(role) }]
  })
  const [saved, missing] = [true, false].map((isThere) =>
    wanted.filter(
      ({ roleId }) => (replica.find('project_role_access', `${projectId}:${roleId}`) !== undefined) === isThere,
    ),
  )
  const changes = (saved ?? []).map(({ roleId, isAllowed }) => ({
    key: `${projectId}:${roleId}`,
    fields: { isAllowed },
  }))
  // Without any row everybody may: nothing has to be said until somebody may not.
  const rows = missing?.some(({ isAllowed }) => !isAllowed) === true ? missing : []
  if (rows.length > 0) {
    const mutation = { kind: 'insert', table: 'project_role_access', rows } as const
    const patches = [addRows({ scope: replica.scope, table: 'project_role_access' }, rows)]
    const before = findAllowedRoles(studio, projectId)
    const added = await carryOut(
      context,
      { studioId, label, mutation, patches, about: [projectId] },
      {
        changedCount: rows.length,
        revert: async () => await setProjectAccess({ studio, projectId, allowedRoles: before }, context),
      },
    )
    if (!added.ok || changes.length === 0) return added
  }
  if (changes.length === 0) return refuse('not-found')
  return await setRowFields({ studioId, replica, table: 'project_role_access', label, changes }, context)
}
