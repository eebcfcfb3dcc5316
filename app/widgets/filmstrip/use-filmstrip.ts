import type { StudioClient } from '#core/sync/studio-client.ts'
import { useEffect, useState } from 'react'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { getMediaUrls } from '../client-media-urls.ts'
import type { StripSize } from './filmstrip-tile.ts'

/** A film's fetched filmstrip. */
export type Strip = StripSize & { readonly url: string }

type WireStrip = { readonly id: string; readonly filmstrip_media_id: string }

/** Fetches a film's filmstrip when first needed; undefined while it loads, and if there is none. */
export function useFilmstrip(client: StudioClient | undefined, mediaId: MediaId | undefined): Strip | undefined {
  const [found, setFound] = useState<{ readonly mediaId: MediaId; readonly strip: Strip }>()
  useEffect(() => {
    if (client === undefined || mediaId === undefined) return undefined
    let isWanted = true
    const stop = watchStrip(client, mediaId, (strip) => isWanted && setFound({ mediaId, strip }))
    return () => {
      isWanted = false
      void stop.then((leave) => leave())
    }
  }, [client, mediaId])
  return found?.mediaId === mediaId ? found?.strip : undefined
}

async function watchStrip(
  client: StudioClient,
  mediaId: MediaId,
  onStrip: (strip: Strip) => void,
): Promise<() => void> {
  // Without the server there is no filmstrip for now. The cast is the procedure's own result type (list_filmstrips).
  const answer = (await client.gateway
    .call('list_filmstrips', { p_media_ids: [mediaId] })
    .catch(() => [])) as readonly WireStrip[]
  const [strip] = answer
  if (strip === undefined) return () => undefined
  const urls = getMediaUrls(client)
  const show = (): void => {
    const url = urls.get(toId<MediaId>(strip.filmstrip_media_id))
    if (url !== undefined)
      void measure(url).then(
        (size) => onStrip({ ...size, url }),
        () => undefined,
      )
  }
  const stop = urls.subscribe(show)
  show()
  return stop
}

async function measure(url: string): Promise<StripSize> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}
