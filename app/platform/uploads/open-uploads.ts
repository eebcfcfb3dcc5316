import type { UserId } from '#core/lib/ids.ts'
import type { UploadMessage } from '#core/sync/uploads/ports.ts'
import type { UploadPlatform } from '#core/sync/uploads/upload-queue.ts'
import { openTabs } from '../browser-tabs.ts'
import { openDexieUploadStore } from './dexie-upload-store.ts'
import { prepareFile } from './prepare-file.ts'

/** Where this browser keeps and prepares a person's uploads. */
export function openUploads(userId: UserId): UploadPlatform & { readonly close: () => void } {
  const tabs = openTabs<UploadMessage>(`xsheet-uploads-${userId}`)
  return { store: openDexieUploadStore(userId), tabs, prepare: prepareFile, close: tabs.close }
}
