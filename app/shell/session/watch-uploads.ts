import type { StudioClient } from '#core/sync/studio-client.ts'
import { setSync } from '#app/stores/sync-store.ts'

/** The tag by which the service worker wakes this page, where the browser supports it. */
const SYNC_TAG = 'uploads'

/** Shows a client's uploads in the top bar and asks the browser to support them, until stopped. */
export function watchUploads({ uploads, flush }: StudioClient): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let known = 0
  const show = (): void => {
    const entries = uploads.getEntries().filter(({ state }) => state !== 'cancelled')
    const open = entries.filter(({ state }) => state !== 'done')
    const failed = open.filter(({ state }) => state === 'failed')
    const held = open.filter(({ isPaused, state }) => isPaused && state !== 'failed')
    const sum = (part: (entry: (typeof entries)[number]) => number): number =>
      entries.reduce((all, entry) => all + part(entry), 0)
    setSync({
      pendingUploads: open.length - failed.length - held.length,
      heldUploads: held.length,
      failedUploads: failed.length,
      uploadProgress:
        sum(({ sentBytes }) => sentBytes) /
        Math.max(
          1,
          sum(({ sizeBytes }) => sizeBytes),
        ),
    })
    if (open.length > known) askForHelp()
    known = open.length
  }
  // Files only this tab has would be lost with it; everything else continues after the next start.
  const warn = (event: BeforeUnloadEvent): void => {
    const isLost = uploads.getEntries().some(({ isKept, state }) => !isKept && !['done', 'cancelled'].includes(state))
    if (isLost) event.preventDefault()
  }
  const wake = ({ data }: MessageEvent<{ readonly type?: unknown }>): void => {
    if (data.type === 'SYNC_UPLOADS') flush()
  }
  window.addEventListener('beforeunload', warn, { signal })
  navigator.serviceWorker?.addEventListener('message', wake, { signal })
  const stop = uploads.subscribe(show)
  show()
  return () => {
    stop()
    leaving.abort()
  }
}

// Missing from TypeScript's DOM types.
type WithSync = { readonly sync?: { readonly register: (tag: string) => Promise<void> } }

/**
 * Asks the browser not to evict the files, and to report when the network is back. Both are optional and may be
 * refused.
 */
function askForHelp(): void {
  void navigator.storage?.persist?.().catch(() => false)
  void navigator.serviceWorker?.ready
    .then(async (registration: ServiceWorkerRegistration & WithSync) => await registration.sync?.register(SYNC_TAG))
    .catch(() => undefined)
}
