import type { SpaceLayout } from '../domain/entities.ts'
import { uniqueSlug } from '../domain/slug.ts'
import type { ProjectId, SpaceId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteSpace } from './delete-space.ts'

/** Creates a space at the end of a project; undo deletes it. Its stages and statuses are saved with `saveSpaceConfig`. */
export async function createSpace(
  input: {
    readonly studio: StudioReplica
    readonly projectId: ProjectId
    readonly name: string
    readonly layout: SpaceLayout
    /** Made here unless given. */
    readonly id?: SpaceId
  },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, projectId, layout } = input
  const name = input.name.trim()
  if (name === '') return refuse('space-name-missing')
  if (studio.replica.find('projects', projectId) === undefined) return refuse('project-info-missing')
  const id = input.id ?? context.ids.newId<SpaceId>()
  const siblings = studio.getSpaces(projectId)
  const position = Math.max(-1, ...siblings.map((space) => space.position)) + 1
  const fields = { id, projectId, name, layout, position }
  const slug = uniqueSlug(name, new Set(siblings.map((space) => space.slug)))
  return await carryOut(
    context,
    {
      studioId: studio.studioId,
      label: 'Create space',
      mutation: { kind: 'insert', table: 'spaces', rows: [fields] },
      patches: [
        addRows({ scope: studio.replica.scope, table: 'spaces' }, [
          { ...fields, slug, isActive: true, thumbnailMediaId: undefined },
        ]),
      ],
      about: [projectId],
    },
    { changedCount: 1, revert: async () => await deleteSpace({ studio, spaceId: id }, context) },
  )
}
