import { createReadStream } from 'node:fs'
import path from 'node:path'
import { ObjectStore } from '#supabase/local/storage/object-store.ts'
import type { ShelfObject } from './demo/shelf.ts'
import type { SeedQueryable } from './insert-rows.ts'
import { insertRows } from './insert-rows.ts'
import { mediaFolder } from './media-catalogue.ts'

const bucket = 'media'
const cacheControl = 'max-age=3600'
const atOnce = 8

/** A stored object, and what its row says about it. */
export type StoredObject = ShelfObject & { eTag: string; lastModified: string }

/** Puts the files where an upload would. Can be repeated: an object is replaced by itself. */
export async function storeFiles(directory: string, objects: readonly ShelfObject[]): Promise<StoredObject[]> {
  const store = new ObjectStore(directory)
  const stored: StoredObject[] = []
  for (let start = 0; start < objects.length; start += atOnce)
    stored.push(...(await Promise.all(objects.slice(start, start + atOnce).map((object) => storeFile(store, object)))))
  return stored
}

async function storeFile(store: ObjectStore, object: ShelfObject): Promise<StoredObject> {
  const bytes = createReadStream(path.join(mediaFolder, object.source.file))
  const staged = await store.receive(bytes, object.source.bytes)
  const { contentType } = object.source
  const commit = await store.commit({ bucket, key: object.key }, staged, { contentType, cacheControl })
  await commit.confirm()
  return { ...object, eTag: commit.record.eTag, lastModified: commit.record.lastModified }
}

/** Adds the rows of stored files, as an upload leaves them. */
export async function insertObjects(database: SeedQueryable, objects: readonly StoredObject[]): Promise<void> {
  await insertRows(
    database,
    'storage.objects',
    objects.map(({ key, owner, createdAt, source, eTag, lastModified }) => ({
      bucket_id: bucket,
      name: key,
      owner,
      owner_id: owner,
      metadata: {
        eTag,
        size: source.bytes,
        mimetype: source.contentType,
        cacheControl,
        lastModified,
        contentLength: source.bytes,
        httpStatusCode: 200,
      },
      created_at: createdAt,
      updated_at: createdAt,
      last_accessed_at: createdAt,
    })),
  )
}
