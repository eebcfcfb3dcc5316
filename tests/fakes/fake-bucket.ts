import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import type { S3Bucket } from '#supabase/local/settings.ts'

export type FakeBucket = {
  settings: S3Bucket
  /** Objects by path, which starts with the bucket's name. */
  objects: Map<string, Buffer>
  /** The method and path of each request with a valid signature. */
  asked: string[]
  /** Whether an object's ETag is the MD5 of its bytes, as S3 gives single-part objects, or something else. */
  setTagged: (isByHash: boolean) => void
  /** Parts of unfinished uploads, by upload id and part number. */
  uploads: Map<string, Map<number, Buffer>>
  /** Turns off multipart support, as in some S3-compatible services. */
  setWithoutParts: () => void
  /** Cuts the connection instead of answering, before or after the bucket has acted. */
  breakAt: (when: (asked: string) => 'before' | 'after' | undefined) => void
  close: () => Promise<void>
}

const accessKeyId = 'media-key'
const secretAccessKey = 'a secret key'

type Asked = { method: string; url: URL; body: Buffer }

/** Describes what a request does with a multipart upload. */
function describe({ searchParams }: URL): string {
  if (searchParams.has('uploads')) return '?uploads'
  if (!searchParams.has('uploadId')) return ''
  const part = searchParams.get('partNumber')
  return part === null ? '?uploadId' : `?partNumber=${part}`
}

/** Emulates S3's presigned addresses: stores what is PUT and returns it, given a valid signature. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  const uploads = new Map<string, Map<number, Buffer>>()
  let [endpoint, isByHash] = ['', true]
  let takesParts = true
  let breaks: Parameters<FakeBucket['breakAt']>[0] = () => undefined

  const server = createServer((request, response) => {
    void (async () => {
      const { method = '' } = request
      // As a bucket's CORS rules let pages do.
      response.setHeader('access-control-allow-origin', '*')
      if (method === 'OPTIONS')
        return response
          .writeHead(204, { 'access-control-allow-methods': 'PUT, GET', 'access-control-allow-headers': '*' })
          .end()
      const url = new URL(request.url ?? '/', endpoint)
      const body = await buffer(request)
      if (!(await isSigned(request, url))) return response.writeHead(403).end()
      asked.push(`${method} ${url.pathname}${describe(url)}`)
      const cut = breaks(asked.at(-1) ?? '')
      if (cut === 'before') return response.destroy()
      if (cut === 'after') response.end = () => response.destroy()
      if (!takesParts && url.search.includes('upload')) return response.writeHead(501).end()
      if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
        return answerParts({ method, url, body }, response)
      const given = request.headers['content-md5']
      if (given !== undefined && given !== createHash('md5').update(body).digest('base64'))
        return response.writeHead(400).end()
      if (method === 'PUT') objects.set(url.pathname, body)
      if (method === 'DELETE') return response.writeHead(objects.delete(url.pathname) ? 204 : 404).end()
      const object = objects.get(url.pathname)
      if (object === undefined) return response.writeHead(404).end()
      const isRead = method === 'GET'
      return response
        .writeHead(200, {
          'content-length': isRead || method === 'HEAD' ? object.length : 0,
          etag: isByHash ? `"${createHash('md5').update(object).digest('hex')}"` : '"of-many-parts-2"',
        })
        .end(isRead ? object : undefined)
    })()
  })

  /** S3's calls for a multipart upload; a page of a list has two parts. */
  function answerParts({ method, url, body }: Asked, response: ServerResponse): ServerResponse {
    const id = url.searchParams.get('uploadId') ?? ''
    if (url.searchParams.has('uploads')) {
      // Keys may contain any characters.
      const begun = `${randomUUID()}+/=&`
      uploads.set(begun, new Map())
      return response.end(`<R><UploadId>${begun.replace('&', '&amp;')}</UploadId></R>`)
    }
    const parts = uploads.get(id)
    if (parts === undefined) return response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>')
    if (method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body)
      return response.end()
    }
    if (method === 'DELETE') uploads.delete(id)
    if (method === 'GET') {
      const after = Number(url.searchParams.get('part-number-marker'))
      const rest = [...parts].toSorted(([one], [other]) => one - other).filter(([number]) => number > after)
      const rows = rest.slice(0, 2).map(([number, part]) => {
        return `<Part><PartNumber>${number}</PartNumber><ETag>${tagOf(part)}</ETag><Size>${part.length}</Size></Part>`
      })
      const next = `<NextPartNumberMarker>${rest[1]?.[0]}</NextPartNumberMarker><IsTruncated>${rest.length > 2}</IsTruncated>`
      return response.end(`<R>${next}${rows.join('')}</R>`)
    }
    if (method === 'POST') {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
      const found = named.map(([, number, eTag]) => ({ eTag, part: parts.get(Number(number)) }))
      if (found.some(({ part, eTag }) => part === undefined || tagOf(part) !== eTag?.replaceAll('"', '&quot;')))
        return response.writeHead(400).end('<Error><Code>InvalidPart</Code></Error>')
      objects.set(url.pathname, Buffer.concat(found.flatMap(({ part }) => part ?? [])))
      uploads.delete(id)
    }
    return response.end('<R></R>')
  }

  const tagOf = (part: Buffer): string => `&quot;${createHash('md5').update(part).digest('hex')}&quot;`

  /** Signs the same request again and compares. */
  async function isSigned({ method = '', headers }: IncomingMessage, url: URL): Promise<boolean> {
    const isInHeader = headers.authorization !== undefined
    const bare = new URL(url)
    for (const name of new URL(url).searchParams.keys())
      if (/^X-Amz-(?!Expires)/i.test(name)) bare.searchParams.delete(name)
    const given = isInHeader ? headers.authorization : url.searchParams.get('X-Amz-Signature')
    const datetime = String(isInHeader ? headers['x-amz-date'] : url.searchParams.get('X-Amz-Date'))
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'auto' })
    const own = isInHeader ? { 'x-amz-content-sha256': String(headers['x-amz-content-sha256']) } : {}
    const signed = await client.sign(bare.href, { method, headers: own, aws: { signQuery: !isInHeader, datetime } })
    return (
      given !== null &&
      given ===
        (isInHeader ? signed.headers.get('authorization') : new URL(signed.url).searchParams.get('X-Amz-Signature'))
    )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bucket has no port')
  endpoint = `http://127.0.0.1:${address.port}`
  return {
    settings: { endpoint, bucket: 'media', accessKeyId, secretAccessKey },
    objects,
    asked,
    setTagged: (value) => (isByHash = value),
    uploads,
    setWithoutParts: () => (takesParts = false),
    breakAt: (when) => (breaks = when),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
