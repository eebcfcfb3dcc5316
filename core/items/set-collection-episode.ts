import type { Done, ChangeContext } from '#core/change/context.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'

/** Sets the episode of a collection; an empty name means none. */
export async function setCollectionEpisode(
  input: { readonly space: SpaceReplica; readonly collectionId: CollectionId; readonly episode: string },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { space, collectionId } = input
  const episode = input.episode.trim()
  const changes = [{ key: collectionId, fields: { episode: episode === '' ? undefined : episode } }]
  return await context.mutate(updateRows, { table: 'collections', changes, label: 'Set the episode' }, space)
}
