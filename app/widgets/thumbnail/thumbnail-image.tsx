import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { useMediaUrl } from '#app/widgets/media-viewer/use-media-url.ts'
import { useMediaUrls } from '#app/widgets/use-media-urls.ts'
import styles from './thumbnail-image.module.css'

type ThumbnailImageProps = { readonly mediaId: MediaId | undefined }

/** A private picture over whatever lies under it. A failed one is asked for once more, then an icon stands in. */
export function ThumbnailImage({ mediaId }: ThumbnailImageProps) {
  const { url, renew, confirm } = useMediaUrl(useMediaUrls(), mediaId)
  const [brokenId, setBroken] = useState<MediaId>()
  if (url === undefined) return null
  if (brokenId !== undefined && brokenId === mediaId) {
    return (
      <span className={styles['broken']}>
        <ImageOff aria-hidden="true" />
      </span>
    )
  }
  return (
    <img
      className={styles['image']}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={confirm}
      onError={() => {
        if (!renew()) setBroken(mediaId)
      }}
    />
  )
}
