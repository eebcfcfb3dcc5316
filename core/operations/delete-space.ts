import type { SpaceId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { removeRows } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

/** Deletes a space with everything in it; for roles with Delete, and for good. */
export async function deleteSpace(
  input: { readonly studio: StudioReplica; readonly spaceId: SpaceId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, spaceId } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  if (studio.replica.find('spaces', spaceId) === undefined) return refuse('space-not-found')
  const { scope } = studio.replica
  const stages = studio.getSpaceStages(spaceId).map(({ stageId }) => `${spaceId}:${stageId}`)
  const statuses = studio.getSpaceStatuses(spaceId).map(({ statusId }) => `${spaceId}:${statusId}`)
  return await carryOut(
    context,
    {
      studioId: studio.studioId,
      label: 'Delete space',
      mutation: { kind: 'delete', table: 'spaces', keys: [spaceId] },
      patches: [
        removeRows({ scope, table: 'space_stages' }, stages),
        removeRows({ scope, table: 'space_statuses' }, statuses),
        removeRows({ scope, table: 'spaces' }, [spaceId]),
      ],
    },
    { changedCount: 1 },
  )
}
