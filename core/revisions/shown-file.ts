import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace, mediaKindOf, type MediaKind } from './media-kind.ts'

type Shown = {
  readonly id: MediaId
  readonly contentType: string
  readonly proxyMediaId: MediaId | undefined
  /** More than one of a picture: it is the first of numbered ones, and its proxy a film of all. */
  readonly frameCount: number | undefined
}

/** Whether a picture stands for a film that was made of it and the numbered ones after it. */
export function isFilmOfPictures({ contentType, frameCount = 1, proxyMediaId }: Omit<Shown, 'id'>): boolean {
  return proxyMediaId !== undefined && frameCount > 1 && mediaKindOf(contentType) === 'image'
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

/** Which file stands for one on a page, and how it is shown: its proxy, or itself where that is wanted and browsers may show it. */
export function shownFileOf(
  { id, contentType, proxyMediaId, frameCount }: Shown,
  isOriginalWanted = false,
): { readonly id: MediaId; readonly kind: MediaKind } | undefined {
  const isSequence = isFilmOfPictures({ contentType, frameCount, proxyMediaId })
  const kind = isSequence ? 'video' : mediaKindOf(contentType)
  const isShown = isShownInPlace(contentType) && !isSequence
  if (proxyMediaId !== undefined && !(isOriginalWanted && isShown)) return { id: proxyMediaId, kind }
  return isShown ? { id, kind } : undefined
}
