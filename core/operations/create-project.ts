import { uniqueSlug } from '../domain/slug.ts'
import type { ProjectId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteProject } from './delete-project.ts'

/** Creates a project in a studio; undo deletes it. */
export async function createProject(
  input: {
    readonly studio: StudioReplica
    readonly name: string
    readonly description?: string
    readonly isActive?: boolean
    /** Made here unless given. */
    readonly id?: ProjectId
  },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, isActive = true } = input
  const name = input.name.trim()
  if (name === '') return refuse('project-name-missing')
  const id = input.id ?? context.ids.newId<ProjectId>()
  const fields = { id, name, description: (input.description ?? '').trim(), isActive }
  const taken = new Set(studio.getProjects().map(({ slug }) => slug))
  const shown = { displayOrder: undefined, thumbnailMediaId: undefined, createdAt: context.clock.now() }
  return await carryOut(
    context,
    {
      studioId: studio.studioId,
      label: 'Create project',
      mutation: { kind: 'insert', table: 'projects', rows: [fields], extra: { studio_id: studio.studioId } },
      patches: [
        addRows({ scope: studio.replica.scope, table: 'projects' }, [
          { ...fields, ...shown, slug: uniqueSlug(name, taken) },
        ]),
      ],
    },
    { changedCount: 1, revert: async () => await deleteProject({ studio, projectId: id }, context) },
  )
}
