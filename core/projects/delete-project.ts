import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { deleteProject as remove } from './mutators.ts'

/** Deletes a project with everything in it, for roles with Delete. Undo restores it for 30 days. */
export async function deleteProject(
  { studio, projectId }: { readonly studio: StudioReplica; readonly projectId: ProjectId },
  context: ChangeContext,
): Promise<Result<Done>> {
  if (studio.can('delete') && studio.replica.find('projects', projectId) === undefined)
    return refuse('project-not-found')
  return await context.mutate(remove, { projectId }, studio)
}
