import { useSyncExternalStore } from 'react'
import { thumbnailOf } from '#core/revisions/media-kind.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { draggingMedia } from '#app/widgets/dragged-media.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import type { PopupSelection } from './resolve-popup.ts'
import styles from './task-popup.module.css'

type MediaStripProps = {
  readonly selection: Pick<PopupSelection, 'versionMedia' | 'media'>
  readonly urls: MediaUrls
}

/** The files of a version, to pick from. */
export function MediaStrip({ selection, urls }: MediaStripProps) {
  useSyncExternalStore(urls.subscribe, urls.getVersion)
  return (
    <ul className={styles['strip']} aria-label="Files of this version">
      {selection.versionMedia.map((media) => {
        const pictureId = thumbnailOf(media)
        const url = pictureId && urls.get(pictureId)
        return (
          <li key={media.id}>
            <button
              type="button"
              className={styles['stripButton']}
              aria-label={media.filename}
              aria-current={media.id === selection.media?.id || undefined}
              data-tooltip={media.filename}
              {...draggingMedia(media)}
              onClick={() => void runCommand('popup.show-media', { args: [media.id] })}
            >
              {url === undefined ? (
                <span>{media.filename}</span>
              ) : (
                <img src={url} alt="" onError={() => urls.fail(pictureId ?? media.id)} />
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
