import type { ProjectId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { removeRows } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

/** Deletes a project with everything in it; for roles with Delete, and for good. */
export async function deleteProject(
  input: { readonly studio: StudioReplica; readonly projectId: ProjectId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, projectId } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  if (studio.replica.find('projects', projectId) === undefined) return refuse('project-not-found')
  const { scope } = studio.replica
  const spaceIds = studio.getSpaces(projectId).map(({ id }) => id)
  return await carryOut(
    context,
    {
      studioId: studio.studioId,
      label: 'Delete project',
      mutation: { kind: 'delete-project', projectId },
      patches: [
        removeRows({ scope, table: 'spaces' }, spaceIds),
        removeRows({ scope, table: 'projects' }, [projectId]),
      ],
    },
    { changedCount: 1 },
  )
}
