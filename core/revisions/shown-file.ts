import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace, mediaKindOf, type MediaKind } from './media-kind.ts'

type Shown = {
  readonly id: MediaId
  readonly contentType: string
  readonly proxyMediaId: MediaId | undefined
  readonly largeProxyMediaId?: MediaId | undefined
  /** More than one of what is no film: it moves, or is the first of numbered pictures, or a ZIP of them; its proxy is a film. */
  readonly frameCount: number | undefined
}

/** Whether a file that is no film itself stands for one that was made of it. */
function isMadeFilm({ contentType, frameCount = 1, proxyMediaId }: Omit<Shown, 'id'>): boolean {
  return proxyMediaId !== undefined && frameCount > 1 && !['video', 'audio'].includes(mediaKindOf(contentType))
}

/** Whether it was made of numbered pictures. */
export function isFilmOfPictures(file: Omit<Shown, 'id'>): boolean {
  return isMadeFilm(file) && file.contentType !== 'image/gif'
}

/** As much is read into a browser's memory for a picture that it does not draw by itself. */
const largestDeveloped = 300_000_000

/** Whether a browser can read a picture that it does not draw by itself, to develop it by exposure and channel. */
export function isDevelopable({
  contentType,
  sizeBytes,
}: {
  readonly contentType: string
  readonly sizeBytes: number
}): boolean {
  return ['image/x-exr', 'image/vnd.adobe.photoshop'].includes(contentType) && sizeBytes <= largestDeveloped
}

type Wanted = {
  /** Itself rather than its proxy, where browsers may show it. */
  readonly isOriginal?: boolean
  /** The larger of its proxies, where there are two. */
  readonly isLarge?: boolean
}

/** Which file stands for one on a page, and how it is shown: its proxy, or itself. */
export function shownFileOf(
  file: Shown,
  { isOriginal = false, isLarge = false }: Wanted = {},
): { readonly id: MediaId; readonly kind: MediaKind } | undefined {
  const { id, contentType, proxyMediaId, largeProxyMediaId = proxyMediaId } = file
  const isShown = isShownInPlace(contentType) && !isFilmOfPictures(file)
  if (proxyMediaId === undefined || (isOriginal && isShown))
    return isShown ? { id, kind: mediaKindOf(contentType) } : undefined
  const kind = isMadeFilm(file) ? 'video' : mediaKindOf(contentType)
  return { id: isLarge && largeProxyMediaId !== undefined ? largeProxyMediaId : proxyMediaId, kind }
}

/** Whether a file has a proxy, and may be shown as it was sent all the same. */
export function hasBoth(file: Omit<Shown, 'id'>): boolean {
  return file.proxyMediaId !== undefined && isShownInPlace(file.contentType) && !isFilmOfPictures(file)
}
