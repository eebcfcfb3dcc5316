import type { Gateway } from '#core/gateway/ports.ts'
import type { ItemId, MediaId } from '#core/lib/ids.ts'

/**
 * Finds the larger picture that an item's thumbnail was made from; undefined if there is none. Fails with an
 * `AppError`.
 */
export async function loadLargePicture(
  { itemId, small }: { readonly itemId: ItemId; readonly small: MediaId },
  { gateway }: { readonly gateway: Pick<Gateway, 'pull'> },
): Promise<MediaId | undefined> {
  const { tables } = await gateway.pull({ scope: `item:${itemId}`, since: 0 })
  const file = tables.media?.find(({ thumbnailMediaId }) => thumbnailMediaId === small)
  return file && (file.posterMediaId ?? file.id)
}
