import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace, mediaKindOf, type MediaKind } from './media-kind.ts'

type Shown = {
  readonly id: MediaId
  readonly contentType: string
  readonly proxyMediaId: MediaId | undefined
  readonly largeProxyMediaId?: MediaId | undefined
  /**
   * More than one if the file is not a film but moves, or is the first of numbered pictures or a ZIP of them; its proxy
   * is then a film.
   */
  readonly frameCount: number | undefined
}

/** Tells whether a file that is not a film has a film as its proxy. */
function isMadeFilm({ contentType, frameCount = 1, proxyMediaId }: Omit<Shown, 'id'>): boolean {
  return proxyMediaId !== undefined && frameCount > 1 && !['video', 'audio'].includes(mediaKindOf(contentType))
}

/** Tells whether its film was made of numbered pictures. */
export function isFilmOfPictures(file: Omit<Shown, 'id'>): boolean {
  return isMadeFilm(file) && file.contentType !== 'image/gif'
}

/** The most bytes that a browser reads into memory for a picture it cannot draw by itself. */
const largestDeveloped = 300_000_000

/** Tells whether a browser can develop a picture that it cannot draw by itself, with exposure and channels. */
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
  /** The original rather than its proxy, if browsers can show it. */
  readonly isOriginal?: boolean
  /** The larger of two proxies. */
  readonly isLarge?: boolean
}

/** Returns the file that represents another on a page, and how it is shown: its proxy, or itself. */
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

/** Tells whether a file has a proxy, but can also be shown as it was sent. */
export function hasBoth(file: Omit<Shown, 'id'>): boolean {
  return file.proxyMediaId !== undefined && isShownInPlace(file.contentType) && !isFilmOfPictures(file)
}
