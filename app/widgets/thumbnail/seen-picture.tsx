import { useEffect, useRef, useState } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { ThumbnailImage } from './thumbnail-image.tsx'

type SeenPictureProps = { readonly className: string | undefined; readonly mediaId: MediaId | undefined }

/** A private picture that is requested once it scrolls into view, for lists that are not virtualised. */
export function SeenPicture({ className, mediaId }: SeenPictureProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const { current } = frame
    if (current === null || isSeen || mediaId === undefined) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [isSeen, mediaId])
  return (
    <span ref={frame} className={className} aria-hidden="true">
      {isSeen && <ThumbnailImage mediaId={mediaId} />}
    </span>
  )
}
