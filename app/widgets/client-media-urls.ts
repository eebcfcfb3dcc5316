import type { StudioClient } from '#core/sync/make-client.ts'
import { makeMediaUrls, type MediaUrls } from './media-urls.ts'

const byClient = new WeakMap<StudioClient, MediaUrls>()

/** The addresses of files as a client's person may see them; one collection for all that is on the page. */
export function getMediaUrls(client: StudioClient): MediaUrls {
  const known = byClient.get(client)
  if (known !== undefined) return known
  const urls = makeMediaUrls((ids) => client.gateway.loadMediaUrls(ids))
  byClient.set(client, urls)
  return urls
}
