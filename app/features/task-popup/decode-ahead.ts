import type { MediaId } from '#core/lib/ids.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'

/**
 * Fetches and decodes pictures before they are shown, once their addresses are known. Keeps them decoded until the
 * returned function is called.
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
      // A failure is reported where the picture is shown.
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
