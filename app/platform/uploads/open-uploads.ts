import type { UserId } from '#core/lib/ids.ts'
import type { PosterPlatform } from '#core/sync/poster-filler.ts'
import type { UploadPlatform } from '#core/sync/uploads/upload-queue.ts'
import { openDexieUploadStore } from './dexie-upload-store.ts'
import { makeProxy } from './make-proxy.ts'
import { analyseStored, prepareFile } from './prepare-file.ts'

/** Returns how this browser stores and prepares a person's uploads. */
export function openUploads(userId: UserId): UploadPlatform {
  return { store: openDexieUploadStore(userId), prepare: prepareFile, makeProxy }
}

/** Returns how this browser makes missing posters of films: in one of the person's tabs at a time. */
export function openPosters(userId: UserId): PosterPlatform {
  return {
    look: analyseStored,
    alone: async (work) => {
      if (navigator.locks === undefined) await work()
      else await navigator.locks.request(`xsheet-posters-${userId}`, work)
    },
  }
}
