import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { insertRows } from '#core/change/row-mutators.ts'
import type { ProjectId, SpaceId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceLayout } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Creates a space at the end of a project; undo deletes it. `saveSpaceConfig` sets its stages and statuses. */
export async function createSpace(
  input: {
    readonly studio: StudioReplica
    readonly projectId: ProjectId
    readonly name: string
    readonly layout: SpaceLayout
    /** Generated unless given. */
    readonly id?: SpaceId
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, projectId, layout } = input
  const name = input.name.trim()
  if (name === '') return refuse('space-name-missing')
  if (studio.replica.find('projects', projectId) === undefined) return refuse('project-info-missing')
  const id = input.id ?? context.ids.newId<SpaceId>()
  const position = Math.max(-1, ...studio.getSpaces(projectId).map((space) => space.position)) + 1
  const rows = [{ id, projectId, name, layout, position }]
  return await context.mutate(insertRows, { table: 'spaces', rows, label: 'Create space' }, studio)
}
