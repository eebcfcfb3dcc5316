import type { StudioClient } from '#core/sync/studio-client.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { subscribeKey } from 'valtio/vanilla/utils'
import type { Presence } from '#core/people/presence.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import { spaceViewStore } from '../space-view-store.ts'

const nobody: readonly Presence[] = []
const ignore = (): (() => void) => () => undefined

/** Shares the person's cursor with others while the space is open, and returns who else is there. */
export function usePresence(client: StudioClient, spaceId: SpaceId): SpacePresence | undefined {
  const [presence, setPresence] = useState<SpacePresence>()

  useEffect(() => {
    const joined = client.watchPresence(spaceId)
    const tell = (): void => joined.setCell(spaceViewStore.cursor)
    tell()
    const stop = subscribeKey(spaceViewStore, 'cursor', tell)
    // oxlint-disable-next-line react/set-state-in-effect -- joining is a side effect
    setPresence(joined)
    return () => {
      stop()
      joined.close()
      setPresence(undefined)
    }
  }, [client, spaceId])

  return presence
}

/** Returns who else is in the space; renders again when somebody comes, goes or moves. */
export function useOthers(presence: SpacePresence | undefined): readonly Presence[] {
  return useSyncExternalStore(presence?.subscribe ?? ignore, presence?.getOthers ?? (() => nobody))
}
