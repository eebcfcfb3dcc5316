import type { Done, ChangeContext } from '#core/change/context.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { setPlaces } from '#core/change/place-mutators.ts'

/** Reorders a project's spaces. */
export async function reorderSpaces(
  input: { readonly studio: StudioReplica; readonly spaceIds: readonly SpaceId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio } = input
  const changes = input.spaceIds.map((key, index) => ({ key, to: { rank: String(index) } }))
  return await context.mutate(setPlaces, { table: 'spaces', changes, label: 'Reorder spaces' }, studio)
}
