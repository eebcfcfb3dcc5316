import { ImageOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { useMediaUrls } from '#app/widgets/use-media-urls.ts'
import styles from './thumbnail-image.module.css'

type ThumbnailImageProps = { readonly mediaId: MediaId | undefined }

/**
 * A private picture over its background. A failed one is requested once more, then replaced by an icon until it can be
 * loaded.
 */
export function ThumbnailImage({ mediaId }: ThumbnailImageProps) {
  const urls = useMediaUrls()
  useSyncExternalStore(urls?.subscribe ?? nothing, urls?.getVersion ?? zero)
  if (urls === undefined || mediaId === undefined) return null
  const url = urls.get(mediaId)
  if (urls.isBroken(mediaId)) {
    return (
      <span className={styles['broken']}>
        <ImageOff aria-hidden="true" />
      </span>
    )
  }
  if (url === undefined) return null
  return (
    <img
      className={styles['image']}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => urls.fail(mediaId)}
    />
  )
}

const nothing = (): (() => void) => () => undefined
const zero = (): number => 0
