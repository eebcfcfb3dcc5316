import type { MediaRow } from '#core/schema/media.ts'
import { useEffect } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { isShownInPlace } from '#core/revisions/media-kind.ts'
import { isFilmOfPictures, shownFileOf } from '#core/revisions/shown-file.ts'
import { useViewer } from './use-viewer.ts'
import { offerOriginal } from './viewer-store.ts'

/** Whether a film has a proxy, and may be played as it was sent all the same. */
export function hasBoth(media: Pick<MediaRow, 'contentType' | 'proxyMediaId' | 'frameCount'>): boolean {
  return media.proxyMediaId !== undefined && isShownInPlace(media.contentType) && !isFilmOfPictures(media)
}

/** The file that is played for a film; the main one's other can be asked for by key. */
export function useShownFilm(media: MediaRow, isMain: boolean): MediaId {
  const { isOriginal } = useViewer()
  const isOffered = isMain && hasBoth(media)
  useEffect(() => (isOffered ? offerOriginal() : undefined), [isOffered])
  return shownFileOf(media, isOriginal)?.id ?? media.id
}
