import type { ProjectRow } from '../domain/rows.ts'
import type { ProjectId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { setRowFields } from './set-row-fields.ts'

export type ProjectFields = Partial<Pick<ProjectRow, 'name' | 'description' | 'isActive' | 'thumbnailMediaId'>>

/** Changes a project's settings; its address stays (ruling 10). */
export async function updateProject(
  input: { readonly studio: StudioReplica; readonly projectId: ProjectId; readonly fields: ProjectFields },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, projectId } = input
  const { name, description } = input.fields
  if (name?.trim() === '') return refuse('project-name-missing')
  const fields = {
    ...input.fields,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(description === undefined ? {} : { description: description.trim() }),
  }
  const { studioId, replica } = studio
  const changes = [{ key: projectId, fields }]
  return await setRowFields({ studioId, replica, table: 'projects', label: 'Change project', changes }, context)
}
