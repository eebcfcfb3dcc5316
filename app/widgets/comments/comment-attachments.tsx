import type { MediaRow } from '#core/schema/media.ts'
import { FileText, Film, Music } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { mediaKindOf, thumbnailOf } from '#core/revisions/media-kind.ts'
import { runCommand } from '#app/commands/run-command.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { draggingMedia } from '../dragged-media.ts'
import styles from './comments.module.css'

type CommentAttachmentsProps = { readonly attachments: readonly MediaRow[]; readonly urls: MediaUrls | undefined }

/** The files of a comment; each opens in the viewer. */
export function CommentAttachments({ attachments, urls }: CommentAttachmentsProps) {
  useSyncExternalStore(urls?.subscribe ?? nothing, urls?.getVersion ?? zero)
  return (
    <ul className={styles['attachments']}>
      {attachments.map((media) => {
        const kind = mediaKindOf(media.contentType)
        const pictureId = thumbnailOf(media)
        const url = pictureId === undefined ? undefined : urls?.get(pictureId)
        return (
          <li key={media.id}>
            <button
              type="button"
              className={styles['attachment']}
              aria-label={`Show ${media.filename}`}
              data-tooltip={media.filename}
              {...draggingMedia(media)}
              onClick={() => void runCommand('popup.show-media', { args: [media.id] })}
            >
              {url === undefined ? (
                <KindIcon kind={kind} />
              ) : (
                <img className={styles['thumb']} src={url} alt="" onError={() => urls?.fail(pictureId ?? media.id)} />
              )}
              <span className={styles['attachmentName']}>{media.filename}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function KindIcon({ kind }: { readonly kind: string }) {
  if (kind === 'video') return <Film aria-hidden="true" />
  return kind === 'audio' ? <Music aria-hidden="true" /> : <FileText aria-hidden="true" />
}

const nothing = (): (() => void) => () => undefined
const zero = (): number => 0
