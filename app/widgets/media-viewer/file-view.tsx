import type { MediaViewProps } from './media-view-props.ts'
import { Download, ExternalLink, FileText, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { isShownInPlace } from '#core/revisions/media-kind.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { CopyOffer } from './copy-offer.tsx'
import styles from './media-viewer.module.css'
import { MissingPreview } from './missing-preview.tsx'
import { PreviewState } from './preview-state.tsx'
import { useMediaUrl } from './use-media-url.ts'
import { offerRetry } from './viewer-store.ts'

type FileViewProps = MediaViewProps & {
  /** Why it is not shown, though it should have been. */
  readonly note?: string
}

/** A file that is not shown here: what it is, and how to download it. */
export function FileView({ media, urls, note, onRetry }: FileViewProps) {
  const { url } = useMediaUrl(urls, media.id)
  const retry = note === undefined ? undefined : onRetry
  useEffect(() => {
    if (retry === undefined) return undefined
    const withdraw = offerRetry(retry)
    window.addEventListener('online', retry)
    return () => {
      withdraw()
      window.removeEventListener('online', retry)
    }
  }, [retry])
  return (
    <div className={styles['stage']}>
      <div className={styles['card']}>
        <FileText aria-hidden="true" />
        <p className={styles['fileName']}>{media.filename}</p>
        <p className={styles['fileFacts']}>{`${media.contentType} · ${formatBytes(media.sizeBytes)}`}</p>
        <PreviewState media={media} />
        {note !== undefined && media.previewPercent === undefined && <p className={styles['fileFacts']}>{note}</p>}
        {note !== undefined && <CopyOffer media={media} />}
        <MissingPreview media={media} />
        {url !== undefined && (
          <p className={styles['fileActions']}>
            {retry !== undefined && (
              <button type="button" className={styles['fileLink']} onClick={() => void runCommand('viewer.retry')}>
                <RotateCw aria-hidden="true" /> Try again
              </button>
            )}
            {isShownInPlace(media.contentType) && (
              <a className={styles['fileLink']} href={url} target="_blank" rel="noopener noreferrer">
                <ExternalLink aria-hidden="true" /> Open
              </a>
            )}
            <a className={styles['fileLink']} href={url} download={media.filename} rel="noopener noreferrer">
              <Download aria-hidden="true" /> Download
            </a>
          </p>
        )}
      </div>
    </div>
  )
}
