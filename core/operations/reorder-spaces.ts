import type { SpaceId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import type { Done, OperationContext } from './carry-out.ts'
import { setPlaces } from './set-places.ts'

/** Puts a project's spaces into the given order. */
export async function reorderSpaces(
  input: { readonly studio: StudioReplica; readonly spaceIds: readonly SpaceId[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica } = input.studio
  const changes = input.spaceIds.map((key, index) => ({ key, to: { rank: String(index) } }))
  return await setPlaces({ studioId, replica, table: 'spaces', label: 'Reorder spaces', changes }, context)
}
