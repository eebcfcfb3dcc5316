import type { StudioClient } from '#core/sync/studio-client.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { makeMediaUrls, type MediaUrls } from './media-urls.ts'

const byClient = new WeakMap<StudioClient, MediaUrls>()

/** The addresses of files as a client's person may see them; one collection for all that is on the page. */
export function getMediaUrls(client: StudioClient): MediaUrls {
  const known = byClient.get(client)
  if (known !== undefined) return known
  const urls = makeMediaUrls((ids) => loadUrls(client, ids))
  byClient.set(client, urls)
  window.addEventListener('online', urls.tryAgain)
  return urls
}

/** What is still on its way to the server is shown from this device. */
async function loadUrls(client: StudioClient, ids: readonly MediaId[]): Promise<ReadonlyMap<MediaId, string>> {
  const here = await findLocalUrls(client, ids)
  const elsewhere = ids.filter((id) => !here.has(id))
  if (elsewhere.length === 0) return here
  const there = await client.gateway.loadMediaUrls(elsewhere).catch((cause: unknown) => {
    if (here.size === 0) throw cause
    return new Map<MediaId, string>()
  })
  return new Map([...here, ...there])
}

async function findLocalUrls(client: StudioClient, ids: readonly MediaId[]): Promise<ReadonlyMap<MediaId, string>> {
  const urls = new Map<MediaId, string>()
  for (const { id, state } of client.uploads.getEntries()) {
    if (state === 'done' || !ids.includes(id)) continue
    const file = await client.uploads.findFile(id)
    // Lives as long as the page: the browser keeps the bytes on the disk, not in memory.
    if (file !== undefined) urls.set(id, URL.createObjectURL(file))
  }
  return urls
}
