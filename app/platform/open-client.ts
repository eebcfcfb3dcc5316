import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { UserId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import type { WrongScope } from '#core/sync/scope-check.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { browserOnline, onReturn } from './browser-online.ts'
import { openTabs } from './browser-tabs.ts'
import { browserVisibility } from './browser-visibility.ts'
import { openDexieStore } from './dexie-store.ts'
import { openPosters, openUploads } from './uploads/open-uploads.ts'

type ClientListener = {
  /** This browser lets nothing be kept: the session goes on without. */
  readonly onNothingKept: () => void
  /** Rows on this device were not the server's. */
  readonly onWrong: (wrong: WrongScope) => void
}

/** Starts a person's client on this browser's storage, network and tabs. */
export async function openClient(gateway: Gateway, userId: UserId, listener: ClientListener): Promise<StudioClient> {
  const tabs = openTabs(`xsheet-queue-${userId}`)
  const store = await openDexieStore(userId).catch(() => undefined)
  if (store === undefined) listener.onNothingKept()
  const client = await makeStudioClient({
    userId,
    gateway,
    store: store ?? makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online: browserOnline,
    tabs,
    visibility: browserVisibility,
    ...(store && { uploads: openUploads(userId) }),
    posters: openPosters(userId),
    onWrong: listener.onWrong,
  })
  const stopWatching = onReturn(client.refresh)
  const stop = (): void => {
    stopWatching()
    tabs.close()
  }
  return {
    ...client,
    close: async () => {
      await client.close()
      stop()
    },
    clear: async () => {
      await client.clear()
      stop()
    },
  }
}
