import { makeMemoryUploadStore } from './memory-upload-store.ts'
import type { UploadPlatform } from './upload-queue.ts'

/** How a program without a store of its own keeps and prepares files: it knows their hash alone. */
export function makeMemoryUploads(): UploadPlatform {
  return {
    store: makeMemoryUploadStore(),
    prepare: async ({ body }, signal) => {
      const { hashBlob } = await import('./hash-blob.ts')
      return { sha256: await hashBlob(body, signal), details: {}, pictures: [] }
    },
  }
}
