import { Failure } from './failure.ts'
import { type Bucket, openBucket } from './s3.ts'
import { signedSeconds } from './signer.ts'

export type StoredPart = { number: number; size: number; eTag: string }

/** A multipart upload of one object, by S3's own calls, named by `uploadId`; parts are numbered from 1. */
export type BucketParts = {
  begin: (contentType: string) => Promise<string>
  /**
   * The parts that have arrived, in order; undefined if the bucket knows no such upload: finished, given up, or cleared
   * away.
   */
  list: (uploadId: string) => Promise<StoredPart[] | undefined>
  /** The URL to PUT a part's bytes to, valid for the next hour. */
  sign: (uploadId: string, number: number) => Promise<string>
  /** Joins the parts into one object; undefined if the upload is no longer known. */
  finish: (uploadId: string, parts: readonly StoredPart[]) => Promise<true | undefined>
  drop: (uploadId: string) => Promise<void>
  /** The size of the object in bytes; undefined if there is none. */
  measure: () => Promise<number | undefined>
}

/** Opens the multipart upload of a key; undefined if the environment names no bucket. */
export function openParts(env: Record<string, string | undefined>, key: string): BucketParts | undefined {
  const bucket = openBucket(env)
  return bucket === undefined ? undefined : makeParts(bucket, key)
}

function makeParts(bucket: Bucket, key: string): BucketParts {
  const ask = makeAsk(bucket, key)
  return {
    async begin(contentType) {
      const answer = await ask('POST', { uploads: '' }, { headers: { 'content-type': contentType } })
      const id = read(await answer.text(), 'UploadId')
      if (!answer.ok || id === undefined) throw refused(answer)
      return id
    },
    list: async (uploadId) => await listParts(ask, uploadId),
    async sign(uploadId, number) {
      const url = new URL(bucket.addressOf(key))
      url.search = new URLSearchParams({
        partNumber: String(number),
        uploadId,
        'X-Amz-Expires': String(signedSeconds),
      }).toString()
      return (await bucket.client.sign(url.href, { method: 'PUT', aws: { signQuery: true } })).url
    },
    async finish(uploadId, parts) {
      const rows = parts.map(
        ({ number, eTag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${eTag}</ETag></Part>`,
      )
      const body = `<CompleteMultipartUpload>${rows.join('')}</CompleteMultipartUpload>`
      const answer = await ask('POST', { uploadId }, { body, headers: { 'content-type': 'application/xml' } })
      const xml = await answer.text()
      if (answer.status === 404) return undefined
      // Joining takes a while: S3 sends 200 before it knows the outcome, and a failure in the body.
      if (!answer.ok || xml.includes('<Error>')) throw unavailable(`answered ${read(xml, 'Code') ?? answer.status}`)
      return true
    },
    async drop(uploadId) {
      const { ok, status } = await ask('DELETE', { uploadId })
      if (!ok && status !== 404) throw unavailable(`answered ${status}`)
    },
    async measure() {
      const { ok, status, headers } = await ask('HEAD', {})
      if (ok) return Number(headers.get('content-length'))
      // A key without list permission gets 403 for missing objects.
      if (status === 404 || status === 403) return undefined
      throw unavailable(`answered ${status}`)
    },
  }
}

type Ask = (method: string, search: Record<string, string>, init?: RequestInit) => Promise<Response>

function makeAsk({ client, addressOf }: Bucket, key: string): Ask {
  return async (method, search, init = {}) => {
    const url = new URL(addressOf(key))
    for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value)
    const signed = await client.sign(url.href, { method, ...init })
    return await fetch(signed).catch(() => {
      throw unavailable('did not answer')
    })
  }
}

/** A list contains at most a thousand parts, and where the next one begins. */
async function listParts(ask: Ask, uploadId: string): Promise<StoredPart[] | undefined> {
  const found: StoredPart[] = []
  for (let after: string | undefined = '0'; after !== undefined;) {
    const answer = await ask('GET', { uploadId, 'part-number-marker': after })
    const xml = await answer.text()
    if (answer.status === 404) return undefined
    if (!answer.ok) throw refused(answer)
    for (const [, part = ''] of xml.matchAll(/<Part>(.*?)<\/Part>/gs))
      found.push({
        number: Number(read(part, 'PartNumber')),
        size: Number(read(part, 'Size')),
        eTag: read(part, 'ETag') ?? '',
      })
    after = read(xml, 'IsTruncated') === 'true' ? read(xml, 'NextPartNumberMarker') : undefined
  }
  return found
}

/** The text of the first element of this name, as S3 writes it: without attributes. */
function read(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&')
}

/** Some S3-compatible services have no multipart uploads, or do not list parts. */
const refused = ({ status }: Response): Failure =>
  status === 405 || status === 501
    ? new Failure({ status: 400, code: 'no_parts', message: 'The bucket does not take uploads in parts' })
    : unavailable(`answered ${status}`)

const unavailable = (what: string): Failure =>
  new Failure({ status: 502, code: 'storage_unavailable', message: `The bucket ${what}` })
