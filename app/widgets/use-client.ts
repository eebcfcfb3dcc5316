import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { TableName } from '#core/schema/tables.ts'
import { useSyncExternalStore } from 'react'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { clientStore, type ClientState } from '#app/stores/client-store.ts'

/** Returns the person's client, the current studio, and why it could not be opened. */
export function useClient(): ClientState {
  return useSyncExternalStore(clientStore.subscribe, clientStore.get)
}

/** Returns the signed-in person's client; undefined shortly after the start, and while signed out. */
export function useStudioClient(): StudioClient | undefined {
  return useClient().client
}

/** Returns the current studio's catalogue; undefined until its rows are loaded from the cache or the server. */
export function useStudioReplica(): StudioReplica | undefined {
  return useClient().studio
}

/** Tells whether the person was archived or removed while in the studio: they may no longer see any of it. */
export function useIsStudioGone(): boolean {
  const { studio } = useClient()
  return useSyncExternalStore(
    (listener) => studio?.replica.subscribe(listener) ?? (() => undefined),
    () => studio?.replica.getState() === 'gone',
  )
}

/** Rerenders when a replica, or one of its tables, changes. The returned version increases with each change. */
export function useReplicaVersion(replica: Replica | undefined, table?: TableName): number {
  return useSyncExternalStore(
    (listener) => {
      if (replica === undefined) return () => undefined
      return table === undefined ? replica.subscribe(listener) : replica.subscribeTable(table, listener)
    },
    () => replica?.getVersion(table) ?? 0,
  )
}
