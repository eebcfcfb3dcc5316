import type { StudioClient } from '#core/sync/make-client.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { updateUser } from '#app/stores/session-store.ts'
import { setSync } from '#app/stores/sync-store.ts'

/** Shows in the top bar how a client's writes and its connection stand, until stopped. */
export function watchSync(client: StudioClient): () => void {
  const leaving = new AbortController()
  const showWrites = (): void => {
    const entries = client.outbox.getEntries()
    setSync({
      pendingWrites: entries.filter(({ state }) => state === 'pending').length,
      refusedWrites: entries.filter(({ state }) => state === 'refused').length,
    })
  }
  const showOnline = (): void => setSync({ isOnline: navigator.onLine })
  const stop = client.outbox.subscribe(showWrites)
  window.addEventListener('online', showOnline, { signal: leaving.signal })
  window.addEventListener('offline', showOnline, { signal: leaving.signal })
  showWrites()
  showOnline()
  return () => {
    stop()
    leaving.abort()
  }
}

/** Keeps the person's own name and picture as their studio knows them. */
export function watchOwnName({ replica }: StudioReplica, userId: string): () => void {
  const show = (): void => {
    const own = replica.find('studio_members', userId)
    if (own !== undefined) updateUser({ displayName: own.displayName, avatarUrl: own.avatarUrl })
  }
  show()
  return replica.subscribeRow(userId, show)
}
