import type { ProjectId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import type { Done, OperationContext } from './carry-out.ts'
import { setPlaces } from './set-places.ts'

/** Puts a studio's projects into the given order. */
export async function reorderProjects(
  input: { readonly studio: StudioReplica; readonly projectIds: readonly ProjectId[] },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studioId, replica } = input.studio
  const changes = input.projectIds.map((key, index) => ({ key, to: { rank: String(index) } }))
  return await setPlaces({ studioId, replica, table: 'projects', label: 'Reorder projects', changes }, context)
}
