import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { MediaId } from '#core/lib/ids.ts'
import { useMediaUrl } from '#app/widgets/media-viewer/use-media-url.ts'
import { useMediaUrls } from '#app/widgets/use-media-urls.ts'
import { previewStore } from './preview-store.ts'
import styles from './thumbnail-image.module.css'

type ThumbnailImageProps = {
  /** What it is the picture of. */
  readonly ownerId: string
  readonly mediaId: MediaId | undefined
}

/** A private picture over whatever lies under it. A failed one is asked for once more, then an icon stands in. */
export function ThumbnailImage({ ownerId, mediaId }: ThumbnailImageProps) {
  const preview = useSnapshot(previewStore).get(ownerId)
  const { url, renew, confirm } = useMediaUrl(useMediaUrls(), mediaId)
  const [isBroken, setBroken] = useState(false)
  const source = preview ?? url
  if (source === undefined) return null
  if (isBroken && preview === undefined) {
    return (
      <span className={styles['broken']}>
        <ImageOff aria-hidden="true" />
      </span>
    )
  }
  return (
    <img
      className={styles['image']}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={confirm}
      onError={() => {
        if (!renew()) setBroken(true)
      }}
    />
  )
}
