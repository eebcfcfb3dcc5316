import type { MediaRow } from '#core/schema/media.ts'
import { startTransition, useEffect, useState } from 'react'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'

// A film that is at hand shows its first frame within it; nobody waits longer for what stands beside a slower one.
const longestMs = 120

/**
 * Turns true when what is beside the picture may be drawn: at once beside anything but a film, else when its first frame has
 * been painted. A browser loads a film on the thread that draws, so that the one would wait for the other.
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
