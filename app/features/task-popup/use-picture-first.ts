import type { MediaRow } from '#core/schema/media.ts'
import { startTransition, useEffect, useState } from 'react'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'

// An available film shows its first frame within this time; a slower one is not waited for.
const longestMs = 120

/**
 * Returns whether what is beside the picture may render: at once unless it is a film, otherwise when its first frame is
 * painted. Browsers load films on the main thread, so rendering would delay the film.
 */
export function usePictureFirst(media: MediaRow | undefined): boolean {
  const [isPainted, setPainted] = useState(false)
  const isFilm = media !== undefined && mediaKindOf(media.contentType) === 'video'

  useEffect(() => {
    if (isPainted) return undefined
    const show = (): void => startTransition(() => setPainted(true))
    const timer = setTimeout(show, isFilm ? longestMs : 0)
    const player = isFilm ? findPlayer() : undefined
    const leave = player?.subscribe(() => {
      if (player.getState().paintedFrame !== undefined) show()
    })
    return () => {
      clearTimeout(timer)
      leave?.()
    }
  }, [isPainted, isFilm])

  return isPainted
}
