import type { SpaceId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteRows, doom, type Doomed } from './delete-rows.ts'

/** Deletes a space with everything in it; for roles with Delete. Undo puts it back for 30 days. */
export async function deleteSpace(
  input: { readonly studio: StudioReplica; readonly spaceId: SpaceId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, spaceId } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  if (studio.replica.find('spaces', spaceId) === undefined) return refuse('space-not-found')
  return await deleteRows(
    {
      studioId: studio.studioId,
      label: 'Delete space',
      mutation: { kind: 'delete', table: 'spaces', keys: [spaceId] },
      doomed: doomedSpaces(studio, [spaceId]),
      changedCount: 1,
      again: async () => await deleteSpace(input, context),
    },
    context,
  )
}

/** Spaces with the stages and statuses they work with. */
export function doomedSpaces(studio: StudioReplica, spaceIds: readonly SpaceId[]): Doomed[] {
  const { scope } = studio.replica
  const spaces = spaceIds.map((id) => studio.replica.find('spaces', id))
  return [
    doom({ scope, table: 'space_stages' }, spaceIds.flatMap(studio.getSpaceStages)),
    doom({ scope, table: 'space_statuses' }, spaceIds.flatMap(studio.getSpaceStatuses)),
    doom({ scope, table: 'spaces' }, spaces),
  ]
}
