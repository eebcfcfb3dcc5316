import { useEffect, useState } from 'react'
import type { Workbox } from 'workbox-window'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'

const HOUR_MS = 60 * 60 * 1000

type AppUpdate = {
  /** `elsewhere`: another tab has taken the new version; this one runs the old until it is reloaded. */
  readonly state: 'none' | 'ready' | 'elsewhere'
  readonly apply: () => void
}

/** Registers the service worker and says when a newer version waits. It never reloads by itself. */
export function useAppUpdate(): AppUpdate {
  const [state, setState] = useState<AppUpdate['state']>('none')
  const [workbox, setWorkbox] = useState<Workbox>()

  useEffect(() => {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
    const leaving = new AbortController()
    void watchForUpdates(leaving.signal, { onState: setState, onReady: setWorkbox })
    return () => leaving.abort()
  }, [])

  const apply = (): void => {
    if (state === 'elsewhere') return location.reload()
    // Only the tab that was asked reloads; the others are told.
    workbox?.addEventListener('controlling', () => location.reload())
    return workbox?.messageSkipWaiting()
  }
  return { state, apply }
}

async function watchForUpdates(
  signal: AbortSignal,
  { onState, onReady }: { onState: (state: AppUpdate['state']) => void; onReady: (workbox: Workbox) => void },
): Promise<void> {
  const { Workbox } = await import('workbox-window')
  if (signal.aborted) return
  const workbox = new Workbox(trustScriptUrl(WORKER_URL))
  onReady(workbox)
  workbox.addEventListener('waiting', () => onState('ready'))
  workbox.addEventListener('controlling', (event) => {
    if (event.isExternal === true) onState('elsewhere')
  })
  const update = (): void => void workbox.update().catch(() => undefined) // Offline: the next look will do.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && update(), { signal })
  const timer = setInterval(update, HOUR_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  // A browser that refuses workers (private windows) runs the app without them.
  await workbox.register().catch(() => undefined)
}

const WORKER_URL = '/service-worker.js'
