import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import type { S3Bucket } from '#supabase/local/settings.ts'

export type FakeBucket = {
  settings: S3Bucket
  /** By their paths, the bucket's name among them. */
  objects: Map<string, Buffer>
  /** Each request that came with a valid signature: its method and path. */
  asked: string[]
  /** What it calls an object: the MD5 of its bytes, as S3 does of what came in one piece, or something else. */
  setTagged: (isByHash: boolean) => void
  close: () => Promise<void>
}

const accessKeyId = 'media-key'
const secretAccessKey = 'a secret key'

/** What S3 does with presigned addresses: it keeps what is PUT and gives it back, to whoever brings a valid signature. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  let [endpoint, isByHash] = ['', true]

  const server = createServer((request, response) => {
    void (async () => {
      const { method = '' } = request
      const url = new URL(request.url ?? '/', endpoint)
      const body = await buffer(request)
      if (!(await isSigned(method, url))) return response.writeHead(403).end()
      asked.push(`${method} ${url.pathname}`)
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

  /** Signs the same address once more and compares. */
  async function isSigned(method: string, url: URL): Promise<boolean> {
    const given = url.searchParams.get('X-Amz-Signature')
    const datetime = url.searchParams.get('X-Amz-Date') ?? ''
    const bare = new URL(url.pathname, endpoint)
    bare.searchParams.set('X-Amz-Expires', url.searchParams.get('X-Amz-Expires') ?? '')
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'auto' })
    const signed = await client.sign(bare.href, { method, aws: { signQuery: true, datetime } })
    return given !== null && given === new URL(signed.url).searchParams.get('X-Amz-Signature')
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
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
