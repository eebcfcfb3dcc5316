import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace, mediaKindOf, type MediaKind } from './media-kind.ts'

type Shown = { readonly id: MediaId; readonly contentType: string; readonly proxyMediaId: MediaId | undefined }

/** Which file stands for one on a page, and how it is shown: its proxy, or itself where that is wanted and browsers may show it. */
export function shownFileOf(
  { id, contentType, proxyMediaId }: Shown,
  isOriginalWanted = false,
): { readonly id: MediaId; readonly kind: MediaKind } | undefined {
  const kind = mediaKindOf(contentType)
  const isShown = isShownInPlace(contentType)
  if (proxyMediaId !== undefined && !(isOriginalWanted && isShown)) return { id: proxyMediaId, kind }
  return isShown ? { id, kind } : undefined
}
