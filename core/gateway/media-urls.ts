import { toId, type MediaId } from '#core/lib/ids.ts'
import { callFunction, type Http } from './http.ts'

/** The most ids the server accepts in one call. */
const batchSize = 500

/** Delay before missing addresses are requested once more, in milliseconds. */
const retryAfterMs = 400

type WireUrls = { readonly urls?: readonly { readonly id: string; readonly url: string | null }[] }

/** Loads short-lived addresses of private files, in batches; missing ones are requested once more. */
export async function loadMediaUrls(http: Http, mediaIds: readonly MediaId[]): Promise<ReadonlyMap<MediaId, string>> {
  const found = new Map<MediaId, string>()
  const ask = async (ids: readonly MediaId[]): Promise<void> => {
    for (let start = 0; start < ids.length; start += batchSize) {
      const body = { media_ids: ids.slice(start, start + batchSize) }
      // The function's response format (get-attachment-urls).
      const { urls = [] } = (await callFunction(http, 'get-attachment-urls', { body })) as WireUrls
      for (const { id, url } of urls) if (url !== null) found.set(toId<MediaId>(id), url)
    }
  }
  await ask([...new Set(mediaIds)])
  const missing = mediaIds.filter((id) => !found.has(id))
  if (missing.length > 0) {
    await new Promise((resolve) => {
      setTimeout(resolve, retryAfterMs)
    })
    await ask(missing)
  }
  return found
}
