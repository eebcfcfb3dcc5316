import { makeListeners } from '#core/lib/listeners.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { makePassingTime } from '#app/lib/passing-time.ts'
import { makeMediaFailures, RETRY_MS } from './media-failures.ts'

/** Short-lived URLs of private files, loaded on demand. Components request one and are notified when it arrives. */
export type MediaUrls = {
  /** Returns the URL if known and fresh; otherwise requests it, together with others requested in the same turn. */
  readonly get: (id: MediaId) => string | undefined
  /** Drops a URL that no longer works. */
  readonly refresh: (id: MediaId) => void
  /** Reports that a URL failed to load: a fresh one is requested, at growing intervals while that does not help. */
  readonly fail: (id: MediaId) => void
  /** Whether a fresh URL did not help either. */
  readonly isBroken: (id: MediaId) => boolean
  /** Requests everything that failed again at once: the network is back. */
  readonly tryAgain: () => void
  readonly subscribe: (listener: () => void) => () => void
  readonly getVersion: () => number
}

// From the specification: signed URLs are renewed every 55 minutes and requested in batches of 500.
const FRESH_MS = 3_300_000
const BATCH = 500

/** Collects the URLs requested in one turn into few requests. */
export function makeMediaUrls(
  loadUrls: (ids: readonly MediaId[]) => Promise<ReadonlyMap<MediaId, string>>,
  now: () => number = makePassingTime(),
): MediaUrls {
  const known = new Map<MediaId, { readonly url: string | undefined; readonly until: number }>()
  // Avoids duplicate requests by rerenders: on a slow network each answer would be requested over and over.
  const asked = new Set<MediaId>()
  const { notify, ...news } = makeNews()
  // Empty results that were already retried automatically; from then on only on demand.
  const retried = new Set<MediaId>()
  const failures = makeMediaFailures(now, notify)
  const leave = (id: MediaId, waitMs: number, url?: string): void => {
    known.set(id, { url, until: failures.wakeIn(waitMs) })
  }
  const fetchBatch = async (ids: readonly MediaId[]): Promise<void> => {
    for (const id of ids) asked.add(id)
    const urls = await loadUrls(ids).catch(() => undefined)
    for (const id of ids) {
      asked.delete(id)
      const url = urls?.get(id)
      // Without a network there are no new pictures for now; known URLs are kept.
      if (urls === undefined) leave(id, failures.count(id), known.get(id)?.url)
      else known.set(id, { url, until: now() + (url === undefined ? RETRY_MS : FRESH_MS) })
    }
    notify()
    if (urls !== undefined) retryOnce(ids.filter((id) => urls.get(id) === undefined))
  }
  const retryOnce = (missing: readonly MediaId[]): void => {
    const fresh = missing.filter((id) => !retried.has(id))
    for (const id of fresh) retried.add(id)
    if (fresh.length > 0) setTimeout(() => void fetchBatch(fresh), RETRY_MS)
  }
  const want = makeTurn(fetchBatch)

  return {
    get: (id) => {
      const entry = known.get(id)
      if (entry !== undefined && entry.until > now()) return entry.url
      if (!asked.has(id)) want(id)
      return entry?.url
    },
    refresh: (id) => {
      known.delete(id)
      notify()
    },
    fail: (id) => {
      const waitMs = failures.count(id)
      if (failures.timesOf(id) === 1) known.delete(id)
      else leave(id, waitMs)
      notify()
    },
    isBroken: (id) => failures.timesOf(id) > 1 && known.get(id)?.url === undefined,
    tryAgain: () => {
      for (const id of failures.clear()) if (known.get(id)?.url === undefined) known.delete(id)
      notify()
    },
    ...news,
  }
}

/** Notifies components of news. */
function makeNews(): Pick<MediaUrls, 'subscribe' | 'getVersion'> & { readonly notify: () => void } {
  const listeners = makeListeners()
  let version = 0
  return {
    notify: () => {
      version += 1
      listeners.tell()
    },
    subscribe: listeners.subscribe,
    getVersion: () => version,
  }
}

/** Collects ids within a turn, and fetches them in batches at its end. */
function makeTurn(fetchBatch: (ids: readonly MediaId[]) => Promise<void>): (id: MediaId) => void {
  const wanted = new Set<MediaId>()
  const flush = (): void => {
    const ids = [...wanted]
    wanted.clear()
    for (let start = 0; start < ids.length; start += BATCH) void fetchBatch(ids.slice(start, start + BATCH))
  }
  return (id) => {
    if (wanted.size === 0) setTimeout(flush, 0)
    wanted.add(id)
  }
}
