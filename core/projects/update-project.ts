import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { updateRows } from '#core/change/row-mutators.ts'

export type ProjectFields = Partial<
  Pick<ProjectRow, 'name' | 'description' | 'isActive' | 'thumbnailMediaId' | 'firstFrame' | 'followsFileVersions'>
>

/** Changes a project's settings; its address stays (ruling 10). */
export async function updateProject(
  input: { readonly studio: StudioReplica; readonly projectId: ProjectId; readonly fields: ProjectFields },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, projectId } = input
  const { name, description } = input.fields
  if (name?.trim() === '') return refuse('project-name-missing')
  const fields = {
    ...input.fields,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description: description.trim() }),
  }
  const changes = [{ key: projectId, fields }]
  return await context.mutate(updateRows, { table: 'projects', changes, label: 'Change project' }, studio)
}
