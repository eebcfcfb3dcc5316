import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { saveKeptSession, type KeptSession } from '#app/lib/kept-files.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { keptStore, readKept, removeKept } from '#app/stores/kept-store.ts'

/** Watches what the person stored on this device, and deletes what they may no longer see, until stopped. */
export function watchKept({ userId }: StudioClient): () => void {
  let studio: StudioReplica | undefined
  let stopStudio: (() => void) | undefined
  let isBusy = false
  const check = (): void => {
    if (studio === undefined || isBusy) return
    const wrong = findClosed(studio, keptStore.get().sessions)
    if (wrong.length === 0) return
    isBusy = true
    // Whatever the browser fails to delete now is found again at the next change.
    void Promise.all(wrong.map(async (close) => await close(userId)))
      .then(async () => await readKept(userId))
      .catch(() => undefined)
      .finally(() => (isBusy = false))
  }
  const follow = (): void => {
    const next = clientStore.get().studio
    if (next === studio) return
    stopStudio?.()
    studio = next
    stopStudio = studio?.replica.subscribe(check)
    check()
  }
  const stops = [clientStore.subscribe(follow), keptStore.subscribe(check)]
  follow()
  void readKept(userId)
  return () => {
    for (const stop of stops) stop()
    stopStudio?.()
  }
}

type Close = (userId: StudioClient['userId']) => Promise<void>

/**
 * Returns the removals of stored sessions and spaces the person can no longer see; none while a studio's rows are not
 * loaded.
 */
export function findClosed(studio: StudioReplica, sessions: readonly KeptSession[]): readonly Close[] {
  const { replica, studioId } = studio
  if (replica.getState() === 'empty') return []
  return sessions.flatMap((session): readonly Close[] => {
    if (session.studioId !== studioId) return []
    if (replica.find('review_sessions', session.sessionId) === undefined)
      return [async (userId) => await removeKept(userId, session.sessionId)]
    const files = session.files.filter(({ spaceId }) => replica.find('spaces', spaceId) !== undefined)
    return files.length === session.files.length
      ? []
      : [async (userId) => await saveKeptSession(userId, { ...session, files })]
  })
}
