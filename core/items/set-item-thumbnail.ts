import type { ChangeContext, Done } from '#core/change/context.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import type { ItemId, MediaId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from './space-replica.ts'

type Input = {
  readonly space: SpaceReplica
  readonly itemIds: readonly ItemId[]
  /** Without one the newest revision's picture shows again. */
  readonly mediaId: MediaId | undefined
}

/** Gives items a thumbnail of their own, or removes it: the picture of their newest revision then shows. */
export async function setItemThumbnail(
  { space, itemIds, mediaId }: Input,
  context: ChangeContext,
): Promise<Result<Done>> {
  const changes = itemIds.map((key) => ({ key, fields: { thumbnailMediaId: mediaId } }))
  const label = `${mediaId === undefined ? 'Reset' : 'Set'} ${itemIds.length === 1 ? 'thumbnail' : `${itemIds.length} thumbnails`}`
  return await context.mutate(updateRows, { table: 'items', changes, label }, space)
}
