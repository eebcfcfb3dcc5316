import type { MediaId } from '#core/lib/ids.ts'

/** Short-lived addresses of private files, as they become known. Whoever draws asks for one and is told when it is there. */
export type MediaUrls = {
  /** The address, if it is known and fresh; otherwise it is asked for, together with all others asked for meanwhile. */
  readonly get: (id: MediaId) => string | undefined
  /** Forgets an address that no longer works. */
  readonly refresh: (id: MediaId) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly getVersion: () => number
}

// The specification's numbers: signed addresses are renewed every 55 minutes and asked for in batches of 500.
const FRESH_MS = 3_300_000
const BATCH = 500
const RETRY_MS = 400

/** Collects the addresses asked for in one turn into few requests. */
export function makeMediaUrls(
  loadUrls: (ids: readonly MediaId[]) => Promise<ReadonlyMap<MediaId, string>>,
  now: () => number = Date.now,
): MediaUrls {
  const known = new Map<MediaId, { readonly url: string | undefined; readonly until: number }>()
  const wanted = new Set<MediaId>()
  // Who draws again meanwhile is not to ask again: on a slow network each answer would be asked for over and over.
  const asked = new Set<MediaId>()
  const listeners = new Set<() => void>()
  // What came back empty and was asked for once more by itself; from then on only when somebody looks again.
  const retried = new Set<MediaId>()
  let version = 0
  let isWaiting = false

  const notify = (): void => {
    version += 1
    for (const listener of listeners) listener()
  }
  const fetchBatch = async (ids: readonly MediaId[]): Promise<void> => {
    // Without a network there are simply no pictures for now; the next look asks again.
    for (const id of ids) asked.add(id)
    const urls = await loadUrls(ids).catch(() => new Map<MediaId, string>())
    for (const id of ids) {
      asked.delete(id)
      const url = urls.get(id)
      known.set(id, { url, until: now() + (url === undefined ? RETRY_MS : FRESH_MS) })
    }
    notify()
    retryOnce(ids.filter((id) => urls.get(id) === undefined))
  }
  const retryOnce = (missing: readonly MediaId[]): void => {
    const fresh = missing.filter((id) => !retried.has(id))
    for (const id of fresh) retried.add(id)
    if (fresh.length > 0) setTimeout(() => void fetchBatch(fresh), RETRY_MS)
  }
  const flush = (): void => {
    isWaiting = false
    const ids = [...wanted]
    wanted.clear()
    for (let start = 0; start < ids.length; start += BATCH) void fetchBatch(ids.slice(start, start + BATCH))
  }

  return {
    get: (id) => {
      const entry = known.get(id)
      if (entry !== undefined && entry.until > now()) return entry.url
      if (!wanted.has(id) && !asked.has(id)) {
        wanted.add(id)
        if (!isWaiting) setTimeout(flush, 0)
        isWaiting = true
      }
      return entry?.url
    },
    refresh: (id) => {
      known.delete(id)
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getVersion: () => version,
  }
}
