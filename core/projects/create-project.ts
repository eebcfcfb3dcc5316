import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { insertRows } from '#core/change/row-mutators.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Creates a project in a studio; undo deletes it. */
export async function createProject(
  input: {
    readonly studio: StudioReplica
    readonly name: string
    readonly description?: string
    readonly isActive?: boolean
    readonly firstFrame?: number | undefined
    readonly followsFileVersions?: boolean
    /** Generated unless given. */
    readonly id?: ProjectId
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, isActive = true, firstFrame, followsFileVersions = false } = input
  const { studioId } = studio
  const name = input.name.trim()
  if (name === '') return refuse('project-name-missing')
  const id = input.id ?? context.ids.newId<ProjectId>()
  const description = (input.description ?? '').trim()
  const numbering = { firstFrame, followsFileVersions }
  const rows = [{ id, name, description, isActive, ...numbering, createdAt: context.clock.now() }]
  const insert = { table: 'projects', rows, extra: { studio_id: studioId }, label: 'Create project' } as const
  return await context.mutate(insertRows, insert, studio)
}
