import type { Done, ChangeContext } from '#core/change/context.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { setPlaces } from '#core/change/place-mutators.ts'

/** Reorders a studio's projects. */
export async function reorderProjects(
  input: { readonly studio: StudioReplica; readonly projectIds: readonly ProjectId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio } = input
  const changes = input.projectIds.map((key, index) => ({ key, to: { rank: String(index) } }))
  return await context.mutate(setPlaces, { table: 'projects', changes, label: 'Reorder projects' }, studio)
}
