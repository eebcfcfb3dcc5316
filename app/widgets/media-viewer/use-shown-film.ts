import type { MediaRow } from '#core/schema/media.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { hasBoth, shownFileOf } from '#core/revisions/shown-file.ts'
import { useSnapshot } from 'valtio'
import { keptStore } from '#app/stores/kept-store.ts'
import { syncStore } from '#app/stores/sync-store.ts'
import { useViewer } from './use-viewer.ts'
import { offerOriginal } from './viewer-store.ts'

/** How much larger than the smaller proxy a film must be shown before the larger one is worth its bytes. */
const smallSide = 720
const worthwhile = 1.1

type Pixels = { readonly width: number; readonly height: number }
type Film = Pick<MediaRow, 'width' | 'height'>

/** Tells whether the smaller proxy would be enlarged in a box of the given device pixels. */
function needsLargeProxy({ width, height }: Film, box: Pixels): boolean {
  if (width === undefined || height === undefined) return false
  const scale = Math.min(box.width / width, box.height / height)
  return scale * Math.min(width, height) > smallSide * worthwhile
}

/** Returns the downloaded file of a film for offline use: the wanted one, else another. */
export function findKept(media: MediaRow, wanted: MediaId): MediaId | undefined {
  const { id, proxyMediaId, largeProxyMediaId } = media
  return [wanted, largeProxyMediaId, proxyMediaId, id].find((file) => file !== undefined && keptStore.has(file))
}

/**
 * Chooses the file played for a film: the proxy that suits its size on screen; for the main film, the original on
 * request.
 */
export function useShownFilm(media: MediaRow, isMain: boolean) {
  const { isOriginal } = useViewer()
  const isOffered = isMain && hasBoth(media)
  useEffect(() => (isOffered ? offerOriginal() : undefined), [isOffered])
  const { width, height, largeProxyMediaId } = media
  // Stays once needed: it is already loaded.
  const [isLarge, setLarge] = useState(false)
  const hasLarge = largeProxyMediaId !== undefined
  const element = useRef<HTMLVideoElement>(null)
  // Measures the element that shows it, now and whenever its size changes.
  useLayoutEffect(() => {
    const { current } = element
    if (!hasLarge || current === null) return undefined
    const look = (): void => {
      const pixels = globalThis.devicePixelRatio
      const box = { width: current.clientWidth * pixels, height: current.clientHeight * pixels }
      if (needsLargeProxy({ width, height }, box)) setLarge(true)
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [hasLarge, width, height])
  const wantedId: MediaId = shownFileOf(media, { isOriginal, isLarge })?.id ?? media.id
  const { isOnline, isReached } = useSnapshot(syncStore)
  const shownId = isOnline && isReached ? wantedId : (findKept(media, wantedId) ?? wantedId)
  // The element stays when its file changes, and keeps its frame. With two proxies, its size is measured first.
  const [firstId] = useState(hasLarge ? undefined : shownId)
  const hold = useCallback((video: HTMLVideoElement | null): void => {
    element.current = video
  }, [])
  return { shownId, firstId, hold }
}
