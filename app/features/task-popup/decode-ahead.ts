import type { MediaId } from '#core/lib/ids.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'

/**
 * Has pictures fetched and decoded before they are shown, as soon as their addresses are known. They stay decoded until the
 * answer is called.
 */
export function decodeAhead(urls: MediaUrls, ids: readonly MediaId[]): () => void {
  const pictures = new Map<MediaId, HTMLImageElement>()
  const look = (): void => {
    for (const id of ids) {
      const url = pictures.has(id) ? undefined : urls.get(id)
      if (url === undefined) continue
      const picture = new Image()
      picture.src = url
      pictures.set(id, picture)
      // One that cannot be had is told where it is shown.
      void picture.decode().catch(() => undefined)
    }
  }
  look()
  const leave = urls.subscribe(look)
  return () => {
    leave()
    pictures.clear()
  }
}
