import type { StudioClient } from '#core/sync/studio-client.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { findKeptFile } from '#app/lib/kept-files.ts'
import { keptStore } from '#app/stores/kept-store.ts'
import { makeMediaUrls, type MediaUrls } from './media-urls.ts'

const byClient = new WeakMap<StudioClient, MediaUrls>()

/** Returns the URLs of files as the client's person may see them; one collection per client. */
export function getMediaUrls(client: StudioClient): MediaUrls {
  const known = byClient.get(client)
  if (known !== undefined) return known
  const urls = makeMediaUrls((ids) => loadUrls(client, ids))
  byClient.set(client, urls)
  window.addEventListener('online', urls.tryAgain)
  keptStore.subscribe(() => {
    forgetGone(urls)
    // Files that just arrived may have been requested in vain.
    urls.tryAgain()
  })
  return urls
}

/** Object URLs live as long as the page: the browser keeps the bytes on disk, not in memory. */
const keptUrls = new Map<MediaId, string>()

/**
 * Returns URLs of files; files still uploading and downloaded ones come from this device, whatever the network does.
 */
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
    // Lives as long as the page: the browser keeps the bytes on disk, not in memory.
    if (file !== undefined) urls.set(id, URL.createObjectURL(file))
  }
  await keptStore.settled()
  const kept = ids.filter((id) => !urls.has(id) && keptStore.isOf(client.userId) && keptStore.has(id))
  for (const id of kept) {
    const url = await findKeptUrl(client, id)
    if (url !== undefined) urls.set(id, url)
  }
  return urls
}

async function findKeptUrl({ userId }: StudioClient, id: MediaId): Promise<string | undefined> {
  const known = keptUrls.get(id)
  if (known !== undefined) return known
  // An unreadable cache counts as empty: the server has the file too.
  const file = await findKeptFile(userId, id).catch(() => undefined)
  if (file === undefined) return undefined
  const url = URL.createObjectURL(file)
  keptUrls.set(id, url)
  return url
}

/** Revokes the URLs of files no longer kept, which frees their disk space. */
function forgetGone(urls: MediaUrls): void {
  for (const [id, url] of keptUrls) {
    if (keptStore.has(id)) continue
    URL.revokeObjectURL(url)
    keptUrls.delete(id)
    urls.refresh(id)
  }
}
