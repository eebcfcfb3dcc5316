import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { TableName } from '#core/schema/tables.ts'
import { useSyncExternalStore } from 'react'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { clientStore, type ClientState } from '#app/stores/client-store.ts'

/** The person's client, the studio they are in, and why that could not be opened. */
export function useClient(): ClientState {
  return useSyncExternalStore(clientStore.subscribe, clientStore.get)
}

/** The signed-in person's client; absent for a moment after the start, and while nobody is signed in. */
export function useStudioClient(): StudioClient | undefined {
  return useClient().client
}

/** The catalogue of the current studio; absent until its rows are there, from the cache or the server. */
export function useStudioReplica(): StudioReplica | undefined {
  return useClient().studio
}

/** Whether the person was archived or removed while they were in the studio: nothing of it is theirs to see any more. */
export function useIsStudioGone(): boolean {
  const { studio } = useClient()
  return useSyncExternalStore(
    (listener) => studio?.replica.subscribe(listener) ?? (() => undefined),
    () => studio?.replica.getState() === 'gone',
  )
}

/** Draws again when something in a replica, or in one of its tables, changes. The answer grows with each change. */
export function useReplicaVersion(replica: Replica | undefined, table?: TableName): number {
  return useSyncExternalStore(
    (listener) => {
      if (replica === undefined) return () => undefined
      return table === undefined ? replica.subscribe(listener) : replica.subscribeTable(table, listener)
    },
    () => replica?.getVersion(table) ?? 0,
  )
}
