import type { Gateway } from '#core/gateway/ports.ts'
import type { UserId } from '#core/lib/ids.ts'
import { makeStudioClient, type StudioClient } from '#core/sync/make-client.ts'
import type { TabMessage } from '#core/sync/ports.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { browserOnline, onReturn } from './browser-online.ts'
import { openTabs } from './browser-tabs.ts'
import { browserVisibility } from './browser-visibility.ts'
import { openDexieStore } from './dexie-store.ts'
import { openUploads } from './uploads/open-uploads.ts'

/** Starts a person's client on this browser's storage, network and tabs. */
export async function openClient(gateway: Gateway, userId: UserId): Promise<StudioClient> {
  const tabs = openTabs<TabMessage>(`xsheet-outbox-${userId}`)
  const uploads = openUploads(userId)
  const client = await makeStudioClient({
    userId,
    gateway,
    store: openDexieStore(userId),
    clock: systemClock,
    ids: systemIds,
    online: browserOnline,
    tabs,
    visibility: browserVisibility,
    uploads,
  })
  const stopWatching = onReturn(client.refresh)
  const stop = (): void => {
    stopWatching()
    tabs.close()
    uploads.close()
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
