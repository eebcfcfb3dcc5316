import { useEffect } from 'react'
import type { Workbox } from 'workbox-window'
import { trustScriptUrl } from '#app/lib/trusted-script-url.ts'
import { offerUpdate } from './update-store.ts'

const HOUR_MS = 60 * 60 * 1000
const LONGEST_WAIT_MS = 10_000

/** Registers the service worker and reports when a newer version waits. It never reloads by itself. */
export function useAppUpdate(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
    const leaving = new AbortController()
    void watchForUpdates(leaving.signal)
    return () => leaving.abort()
  }, [])
}

async function watchForUpdates(signal: AbortSignal): Promise<void> {
  const { Workbox } = await import('workbox-window')
  if (signal.aborted) return
  const workbox = new Workbox(trustScriptUrl(WORKER_URL))
  const apply = (): void => startNewVersion(workbox, () => location.reload())
  workbox.addEventListener('waiting', () => offerUpdate('ready', apply))
  workbox.addEventListener('controlling', (event) => {
    if (event.isExternal === true) offerUpdate('elsewhere', () => location.reload())
  })
  const update = (): void => void workbox.update().catch(() => undefined) // Offline: the next check will do.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && update(), { signal })
  const timer = setInterval(update, HOUR_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  // Browsers that refuse service workers (private windows) run the app without them.
  await workbox.register().catch(() => undefined)
}

/**
 * Activates the waiting worker, then reloads: only the tab that asked, the others are told. A worker starts once the
 * old one has finished, which a hanging picture can delay for minutes: after ten seconds the page reloads anyway, which
 * ends that.
 */
export function startNewVersion(
  workbox: Pick<Workbox, 'messageSkipWaiting'> & {
    addEventListener: (type: 'controlling', listener: () => void) => void
  },
  reload: () => void,
): void {
  const timer = setTimeout(reload, LONGEST_WAIT_MS)
  workbox.addEventListener('controlling', () => {
    clearTimeout(timer)
    reload()
  })
  workbox.messageSkipWaiting()
}

const WORKER_URL = '/service-worker.js'
