import type { StudioClient } from '#core/sync/studio-client.ts'
import { subscribe } from 'valtio/vanilla'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { profileStore } from '#app/stores/profile-store.ts'
import { updateUser } from '#app/stores/session-store.ts'
import { setSync } from '#app/stores/sync-store.ts'
import type { ServerReach } from './server-reach.ts'

/** Shows a client's pending writes and connection in the top bar, until stopped. */
export function watchSync(client: StudioClient, reach: ServerReach): () => void {
  const leaving = new AbortController()
  const showWrites = (): void => {
    const entries = client.outbox.getEntries()
    setSync({
      pendingWrites:
        entries.filter(({ state }) => state === 'pending').length + (profileStore.wished === undefined ? 0 : 1),
      unkeptWrites: client.outbox.listUnkept().length,
      refusedWrites: entries.filter(({ state }) => state === 'refused').length,
    })
  }
  const showOnline = (): void => {
    setSync({ isOnline: navigator.onLine, isReached: reach.isReached() })
    if (navigator.onLine && !reach.isReached()) reach.check()
  }
  const showReach = (): void => {
    setSync({ isReached: reach.isReached() })
    // Pending changes need not wait for their own next attempt.
    if (reach.isReached()) client.refresh()
  }
  const stops = [
    client.outbox.subscribe(showWrites),
    subscribe(profileStore, showWrites),
    reach.subscribe(showReach),
    // A lost channel is the first sign of a dead server or an ended membership: pulling tells which.
    client.subscribeLiveState(() => {
      const { studio } = clientStore.get()
      if (studio !== undefined && client.getLiveState(studio.studioId) === 'lost') client.refresh()
    }),
  ]
  window.addEventListener('online', showOnline, { signal: leaving.signal })
  window.addEventListener('offline', showOnline, { signal: leaving.signal })
  showWrites()
  setSync({ isOnline: navigator.onLine, isReached: reach.isReached() })
  return () => {
    for (const stop of stops) stop()
    leaving.abort()
  }
}

/** Keeps the person's own name and picture up to date with the studio. */
export function watchOwnName({ replica }: StudioReplica, userId: string): () => void {
  const show = (): void => {
    const own = replica.find('studio_members', userId)
    if (own !== undefined) updateUser({ displayName: own.displayName, avatarUrl: own.avatarUrl })
  }
  show()
  return replica.subscribeRow(userId, show)
}
