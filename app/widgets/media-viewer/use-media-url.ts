import { useEffect, useState, useSyncExternalStore } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'

// Signed URLs are renewed after 55 minutes; they are requested again slightly later.
const RENEW_MS = 3_300_500
// URLs that could not be signed are requested again at growing intervals.
const longestWaitMs = 60_000

/**
 * Returns the URL of a private file: `undefined` until it is known, the old one while a fresh one is on its way.
 * `renew` reports a URL that does not work; it returns false if a fresh one did not help either.
 */
export function useMediaUrl(urls: MediaUrls | undefined, id: MediaId | undefined) {
  useSyncExternalStore(urls?.subscribe ?? nothing, urls?.getVersion ?? zero)
  const [tick, setTick] = useState(0)
  const [failed, setFailed] = useState<{ readonly id: MediaId; readonly url: string | undefined }>()
  const [last, setLast] = useState<{ readonly id: MediaId; readonly url: string }>()
  const found = id === undefined ? undefined : urls?.get(id)
  if (found !== undefined && id !== undefined && (last?.url !== found || last.id !== id)) setLast({ id, url: found })

  const isMissing = found === undefined && id !== undefined && urls !== undefined
  useEffect(() => {
    const look = (): void => setTick(tick + 1)
    const timer = setTimeout(look, isMissing ? Math.min(longestWaitMs, 1000 * 2 ** tick) : RENEW_MS)
    window.addEventListener('online', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', look)
    }
  }, [tick, isMissing])

  return {
    /** Whether the URL is not the one that has just failed: a fresh one may read the same. */
    isFresh: found !== undefined,
    // A failed URL is removed before the fresh one arrives: even if that reads the same, it is loaded again.
    url: found ?? (last?.id === id && failed?.id !== id ? last?.url : undefined),
    /** Whether it has been requested in vain for a while. */
    isLate: isMissing && last?.id !== id && tick > 1,
    renew: (): boolean => {
      if (id === undefined || urls === undefined || failed?.id === id) return false
      setFailed({ id, url: found })
      urls.refresh(id)
      return true
    },
    /** Reports that the URL works: if it fails later, a fresh one is tried again. */
    confirm: (): void => {
      if (failed !== undefined) setFailed(undefined)
    },
  }
}

const nothing = (): (() => void) => () => undefined
const zero = (): number => 0
