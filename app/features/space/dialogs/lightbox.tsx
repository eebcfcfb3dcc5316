import { useSyncExternalStore } from 'react'
import type { ItemId } from '#core/lib/ids.ts'
import { pictureOf } from '#core/schema/items.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { closeDialog } from '../space-view-store.ts'
import { useLargePicture } from './use-large-picture.ts'
import styles from './lightbox.module.css'

type LightboxProps = { readonly model: SpaceModel; readonly mediaUrls: MediaUrls; readonly itemId: ItemId }

/** An enlarged view of an item's picture. */
export function Lightbox({ model, mediaUrls, itemId }: LightboxProps) {
  useSyncExternalStore(mediaUrls.subscribe, mediaUrls.getVersion)
  const item = model.space.replica.find('items', itemId)
  const small = pictureOf(item)
  const large = useLargePicture(model, itemId)
  const picture = large !== undefined && mediaUrls.get(large) !== undefined ? large : small
  const url = picture === undefined ? undefined : mediaUrls.get(picture)
  return (
    <Dialog isOpen onClose={closeDialog} title={item?.title ?? 'Preview'} width={1080}>
      <div className={styles['stage']}>
        {url !== undefined && (
          <img
            className={styles['image']}
            src={url}
            alt={item?.title ?? ''}
            onError={() => {
              if (picture !== undefined) mediaUrls.fail(picture)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
