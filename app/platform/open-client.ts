import { Dexie } from 'dexie'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { UserId } from '#core/lib/ids.ts'
import { makeStudioClient, type ClientDeps } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { Tabs } from '#core/sync/ports.ts'
import type { WrongScope } from '#core/sync/scope-check.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { browserOnline, onReturn } from './browser-online.ts'
import { openTabs } from './browser-tabs.ts'
import { browserVisibility } from './browser-visibility.ts'
import { openDexieStore, storeName } from './dexie-store.ts'
import { uploadStoreName } from './uploads/dexie-upload-store.ts'
import { openPosters, openUploads } from './uploads/open-uploads.ts'

type ClientListener = {
  /** Called if this browser stores nothing; the session goes on without. */
  readonly onNothingKept: () => void
  /** Called if rows on this device differed from the server's. */
  readonly onWrong: (wrong: WrongScope) => void
}

/**
 * Starts a person's client on this browser's storage, network and tabs. If the storage cannot be opened or read, goes
 * on without it and tells the listener.
 */
export async function openClient(gateway: Gateway, userId: UserId, listener: ClientListener): Promise<StudioClient> {
  const tabs = openTabs(`xsheet-queue-${userId}`)
  const deps = {
    userId,
    gateway,
    clock: systemClock,
    ids: systemIds,
    online: browserOnline,
    visibility: browserVisibility,
    posters: openPosters(userId),
    onWrong: listener.onWrong,
  }
  const kept = await startKept(deps, tabs).catch(() => undefined)
  if (kept === undefined) listener.onNothingKept()
  // Without the storage that tabs share, this tab works alone.
  const client = kept ?? (await makeStudioClient({ ...deps, tabs: makeSingleTab(), store: makeMemoryStore() }))
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
      // Data that could not be read may still exist.
      if (kept === undefined) await deleteStores(userId)
    },
  }
}

async function startKept(deps: Omit<ClientDeps, 'tabs' | 'store'>, tabs: Tabs): Promise<StudioClient> {
  const { userId } = deps
  const [store, uploads] = [await openDexieStore(userId), openUploads(userId)]
  try {
    return await makeStudioClient({ ...deps, tabs, store, uploads })
  } catch (cause) {
    await Promise.all([store.close(), uploads.store.close()])
    throw cause
  }
}

async function deleteStores(userId: UserId): Promise<void> {
  const names = [storeName(userId), uploadStoreName(userId)]
  await Promise.all(names.map(async (name) => await Dexie.delete(name).catch(() => undefined)))
}
