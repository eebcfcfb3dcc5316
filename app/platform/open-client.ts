import type { Gateway } from '#core/gateway/ports.ts'
import type { UserId } from '#core/lib/ids.ts'
import { makeStudioClient, type StudioClient } from '#core/sync/make-client.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { browserOnline, onReturn } from './browser-online.ts'
import { openTabs } from './browser-tabs.ts'
import { browserVisibility } from './browser-visibility.ts'
import { openDexieStore } from './dexie-store.ts'

/** Starts a person's client on this browser's storage, network and tabs. */
export async function openClient(gateway: Gateway, userId: UserId): Promise<StudioClient> {
  const tabs = openTabs(userId)
  const client = await makeStudioClient({
    userId,
    gateway,
    store: openDexieStore(userId),
    clock: systemClock,
    ids: systemIds,
    online: browserOnline,
    tabs,
    visibility: browserVisibility,
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
