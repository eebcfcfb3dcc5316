import type { MediaId } from '#core/lib/ids.ts'
import { makePassingTime } from '#app/lib/passing-time.ts'
import { makeMediaFailures, RETRY_MS } from './media-failures.ts'

/** Short-lived addresses of private files, as they become known. Whoever draws asks for one and is told when it is there. */
export type MediaUrls = {
  /** The address, if it is known and fresh; otherwise it is asked for, together with all others asked for meanwhile. */
  readonly get: (id: MediaId) => string | undefined
  /** Forgets an address that no longer works. */
  readonly refresh: (id: MediaId) => void
  /** What an address leads to could not be had: a fresh one is asked for, then less and less often while that does not help. */
  readonly fail: (id: MediaId) => void
  /** Whether a fresh address has not helped either. */
  readonly isBroken: (id: MediaId) => boolean
  /** Asks for everything that could not be had at once: the network is back. */
  readonly tryAgain: () => void
  readonly subscribe: (listener: () => void) => () => void
  readonly getVersion: () => number
}

// The specification's numbers: signed addresses are renewed every 55 minutes and asked for in batches of 500.
const FRESH_MS = 3_300_000
const BATCH = 500

/** Collects the addresses asked for in one turn into few requests. */
export function makeMediaUrls(
  loadUrls: (ids: readonly MediaId[]) => Promise<ReadonlyMap<MediaId, string>>,
  now: () => number = makePassingTime(),
): MediaUrls {
  const known = new Map<MediaId, { readonly url: string | undefined; readonly until: number }>()
  // Who draws again meanwhile is not to ask again: on a slow network each answer would be asked for over and over.
  const asked = new Set<MediaId>()
  const { notify, ...news } = makeNews()
  // What came back empty and was asked for once more by itself; from then on only when somebody looks again.
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
      // Without a network there are simply no pictures for now, but those that are there.
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

/** Tells whoever draws that there is something new. */
function makeNews(): Pick<MediaUrls, 'subscribe' | 'getVersion'> & { readonly notify: () => void } {
  const listeners = new Set<() => void>()
  let version = 0
  return {
    notify: () => {
      version += 1
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getVersion: () => version,
  }
}

/** Collects what is wanted in one turn, and has it fetched in batches at its end. */
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
