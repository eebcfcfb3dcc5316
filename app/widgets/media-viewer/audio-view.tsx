import { useCallback, useState } from 'react'
import { FileView } from './file-view.tsx'
import type { MediaViewProps } from './media-viewer.tsx'
import styles from './media-viewer.module.css'
import { useMediaUrl } from './use-media-url.ts'
import { showInViewer } from './viewer-store.ts'

export function AudioView({ media, urls }: MediaViewProps) {
  const { url, renew, confirm } = useMediaUrl(urls, media.id)
  const [isBroken, setBroken] = useState(false)
  const attach = useCallback((element: HTMLAudioElement | null) => {
    if (element === null) return undefined
    return showInViewer({ kind: 'audio', element })
  }, [])

  if (isBroken) return <FileView media={media} urls={urls} note="This browser cannot play this sound." />
  return (
    <div className={styles['stage']}>
      <div className={styles['card']}>
        <p className={styles['fileName']}>{media.filename}</p>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- work in progress has no captions to offer */}
        <audio
          ref={attach}
          className={styles['audio']}
          src={url}
          controls
          preload="metadata"
          onLoadedData={confirm}
          onError={() => {
            if (!renew()) setBroken(true)
          }}
        />
      </div>
    </div>
  )
}
