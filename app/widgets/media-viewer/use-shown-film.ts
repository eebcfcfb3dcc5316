import type { MediaRow } from '#core/schema/media.ts'
import { useEffect } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace } from '#core/revisions/media-kind.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import { useViewer } from './use-viewer.ts'
import { offerOriginal } from './viewer-store.ts'

/** Whether a film has a proxy, and may be played as it was sent all the same. */
export function hasBoth({ contentType, proxyMediaId }: Pick<MediaRow, 'contentType' | 'proxyMediaId'>): boolean {
  return proxyMediaId !== undefined && isShownInPlace(contentType)
}

/** The file that is played for a film; the main one's other can be asked for by key. */
export function useShownFilm(media: MediaRow, isMain: boolean): MediaId {
  const { isOriginal } = useViewer()
  const isOffered = isMain && hasBoth(media)
  useEffect(() => (isOffered ? offerOriginal() : undefined), [isOffered])
  return shownFileOf(media, isOriginal)?.id ?? media.id
}
