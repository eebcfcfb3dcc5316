import { useSyncExternalStore } from 'react'
import { isShownInPlace, mediaKindOf } from '#core/domain/media-kind.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import type { PopupModel } from './popup-store.ts'
import type { PopupTask } from './resolve-popup.ts'
import styles from './task-popup.module.css'

type ReferenceGalleryProps = { readonly model: PopupModel; readonly task: PopupTask }

/** The pictures and files gathered for an item, those of the newest version first. */
export function ReferenceGallery({ model, task }: ReferenceGalleryProps) {
  const urls = getMediaUrls(model.client)
  useSyncExternalStore(urls.subscribe, urls.getVersion)
  const { item } = model
  const media = (item?.getVersions(task.id) ?? []).flatMap(({ id }) => item?.getVersionMedia(id) ?? [])
  if (media.length === 0) {
    return (
      <div className={styles['picture']}>
        <EmptyState title="No references yet" text="Post a revision with pictures to gather them here." />
      </div>
    )
  }
  return (
    <div className={styles['picture']}>
      <ul className={styles['gallery']} aria-label="References">
        {media.map((file) => {
          const isPicture = mediaKindOf(file.contentType) === 'image' && isShownInPlace(file.contentType)
          const url = urls.get(file.id)
          return (
            <li key={file.id}>
              <a className={styles['reference']} href={url} target="_blank" rel="noopener noreferrer">
                {isPicture && url !== undefined ? <img src={url} alt={file.filename} /> : file.filename}
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
