import type { SyntheticEvent } from 'react'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { pictureOf } from '#core/schema/items.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import type { SpaceModel } from './space-model.ts'

type Pictures = { readonly model: Pick<SpaceModel, 'space'>; readonly mediaUrls: MediaUrls }

/** Requests the picture of a row or card again after it failed to load: one listener for all of them. */
export function retryFailedPicture({ model, mediaUrls }: Pictures, { target }: SyntheticEvent): void {
  if (!(target instanceof HTMLImageElement)) return
  // A card's key begins with the id of its item.
  const { item, card } = target.closest<HTMLElement>('[data-item],[data-card]')?.dataset ?? {}
  const itemId = toId<ItemId>((item ?? card ?? '').slice(0, 36))
  const media = pictureOf(model.space.replica.find('items', itemId))
  if (media !== undefined) mediaUrls.fail(media)
}
