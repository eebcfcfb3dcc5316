import { useEffect, useState, useSyncExternalStore } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'

// Signed addresses are renewed after 55 minutes; a little later they are asked for again.
const RENEW_MS = 3_300_500
// What could not be signed is asked for again, less and less often.
const longestWaitMs = 60_000

/**
 * The address of a private file: `undefined` until it is known, the old one while a fresh one is on its way. `renew` is
 * for one that does not work; it answers false when a fresh address has not helped either.
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
    /** Whether the address is not one that has just failed: a fresh one may read the same. */
    isFresh: found !== undefined,
    // One that has failed goes before a fresh one comes: should that read the same, it is loaded again all the same.
    url: found ?? (last?.id === id && failed?.id !== id ? last?.url : undefined),
    /** Whether it has been asked for in vain for a while. */
    isLate: isMissing && last?.id !== id && tick > 1,
    renew: (): boolean => {
      if (id === undefined || urls === undefined || failed?.id === id) return false
      setFailed({ id, url: found })
      urls.refresh(id)
      return true
    },
    /** It works: should it fail later, a fresh address is tried again. */
    confirm: (): void => {
      if (failed !== undefined) setFailed(undefined)
    },
  }
}

const nothing = (): (() => void) => () => undefined
const zero = (): number => 0
