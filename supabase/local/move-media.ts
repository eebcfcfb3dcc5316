import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { makeBucketSigner } from '#supabase/functions/_shared/s3.ts'
import { HostError } from './host-error.ts'
import type { S3Bucket } from './settings.ts'
import type { ObjectRecord, ObjectStore } from './storage/object-store.ts'

export type MovedFiles = {
  sent: number
  wereThere: number
  /** Keys of rows whose bytes are missing from the data directory as well. */
  missing: string[]
}

const atOnce = 6

/**
 * Copies the files of a data directory into a bucket under their own names, and compares each by its hash. Files that
 * already exist unchanged are not sent again. Throws a HostError if the bucket refuses or loses one.
 */
export async function moveMedia(keys: readonly string[], store: ObjectStore, bucket: S3Bucket): Promise<MovedFiles> {
  const signer = makeBucketSigner({
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    S3_REGION: bucket.region,
  })
  if (signer === undefined) throw new HostError('The bucket needs its address, its name and both halves of its key.')
  const moved: MovedFiles = { sent: 0, wereThere: 0, missing: [] }

  async function move(key: string): Promise<void> {
    const record = await store.find({ bucket: 'media', key })
    if (record === undefined) return void moved.missing.push(key)
    const addresses = await signer?.signUpload(key)
    if (addresses === undefined) return
    if (await hasSameBytes(addresses.downloadUrl, record)) return void (moved.wereThere += 1)
    const body = await openAsBlob(store.findFile(record))
    const headers = { 'content-type': record.contentType, 'content-md5': toBase64(record) }
    const answer = await fetch(addresses.uploadUrl, { method: 'PUT', headers, body })
    await answer.body?.cancel()
    if (!answer.ok) throw new HostError(`The bucket answered ${answer.status} to ${key} (${record.size} bytes).`)
    if (!(await hasSameBytes(addresses.downloadUrl, record)))
      throw new HostError(`${key} is not the same in the bucket.`)
    moved.sent += 1
  }

  // The workers share one iterator.
  const rest = keys.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const key of rest) await move(key)
    }),
  )
  return moved
}

/** Whether the bucket has exactly these bytes. Its ETag is their MD5; otherwise they are read. */
async function hasSameBytes(url: string, { eTag }: ObjectRecord): Promise<boolean> {
  const answer = await fetch(url)
  const isTold = unquote(answer.headers.get('etag') ?? '') === unquote(eTag)
  if (!answer.ok || isTold) {
    await answer.body?.cancel()
    // A key without list permission gets 403 for missing objects.
    if (!answer.ok && answer.status !== 404 && answer.status !== 403)
      throw new HostError(`The bucket answered ${answer.status}.`)
    return answer.ok
  }
  const digest = createHash('md5')
  for await (const chunk of answer.body ?? []) digest.update(chunk)
  return digest.digest('hex') === unquote(eTag)
}

const unquote = (eTag: string): string => eTag.replace(/^W\//, '').replaceAll('"', '')

const toBase64 = ({ eTag }: ObjectRecord): string => Buffer.from(unquote(eTag), 'hex').toString('base64')
