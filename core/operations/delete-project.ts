import type { ProjectId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteRows, doom } from './delete-rows.ts'
import { doomedSpaces } from './delete-space.ts'

/** Deletes a project with everything in it; for roles with Delete. Undo puts it back for 30 days. */
export async function deleteProject(
  input: { readonly studio: StudioReplica; readonly projectId: ProjectId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, projectId } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  const project = studio.replica.find('projects', projectId)
  if (project === undefined) return refuse('project-not-found')
  const { scope } = studio.replica
  const spaceIds = studio.getSpaces(projectId).map(({ id }) => id)
  return await deleteRows(
    {
      studioId: studio.studioId,
      label: 'Delete project',
      mutation: { kind: 'delete-project', projectId },
      doomed: [
        ...doomedSpaces(studio, spaceIds),
        doom({ scope, table: 'project_role_access' }, studio.replica.getUnder('project_role_access', projectId)),
        doom({ scope, table: 'projects' }, [project]),
      ],
      changedCount: 1,
      again: async () => await deleteProject(input, context),
    },
    context,
  )
}
