import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal } from './a-studio.ts'

const secretAccessKey = 'a secret key'
let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let endpoint = ''

/** What S3 does with presigned addresses: it keeps what is PUT and gives it back, to whoever brings a valid signature. */
const objects = new Map<string, Buffer>()
const bucket = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url ?? '/', endpoint)
    const body = await buffer(request)
    if (!(await isSigned(request.method ?? '', url))) return response.writeHead(403).end()
    if (request.method === 'PUT') objects.set(url.pathname, body)
    if (request.method === 'DELETE') return response.writeHead(objects.delete(url.pathname) ? 204 : 404).end()
    const object = objects.get(url.pathname)
    if (object === undefined) return response.writeHead(404).end()
    const isRead = request.method === 'GET'
    return response
      .writeHead(200, { 'content-length': isRead || request.method === 'HEAD' ? object.length : 0 })
      .end(isRead ? object : undefined)
  })()
})

/** Signs the same address once more and compares. */
async function isSigned(method: string, url: URL): Promise<boolean> {
  const given = url.searchParams.get('X-Amz-Signature')
  const datetime = url.searchParams.get('X-Amz-Date') ?? ''
  const bare = new URL(url.pathname, endpoint)
  bare.searchParams.set('X-Amz-Expires', url.searchParams.get('X-Amz-Expires') ?? '')
  const client = new AwsClient({ accessKeyId: 'media-key', secretAccessKey, service: 's3', region: 'auto' })
  const signed = await client.sign(bare.href, { method, aws: { signQuery: true, datetime } })
  return given !== null && given === new URL(signed.url).searchParams.get('X-Amz-Signature')
}

beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const s3 = { endpoint, bucket: 'media', accessKeyId: 'media-key', secretAccessKey }
  host = await startTestHost({ settings: { s3 } })
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(async () => {
  await host?.close()
  bucket.close()
})

type Upload = { id: string; r2_key: string; upload_url: string; download_url: string }

async function upload(): Promise<Upload> {
  const { data, error } = await studio.member.client.functions.invoke<{ uploads: Upload[] }>('upload-attachment', {
    body: {
      files: [{ filename: 'shot 010.png', content_type: 'image/png', size_bytes: 4 }],
      studio_id: studio.id,
      task_id: shot.task.id,
    },
  })
  const [slot] = data?.uploads ?? []
  if (slot === undefined) throw new Error(`No slot: ${error}`)
  return slot
}

test('a file goes to the bucket and comes back from it, and the host never sees its bytes', async () => {
  const slot = await upload()

  const put = await fetch(slot.upload_url, { method: 'PUT', body: 'pixl' })
  const media = await call<{ is_stored: boolean }>(studio.member.client, 'complete_upload', {
    p_media_id: slot.id,
    p_details: {},
  })
  const { data } = await studio.viewer.client.functions.invoke('get-attachment-url', { body: { media_id: slot.id } })
  const got = await fetch(data.url)

  expect(slot.upload_url).toContain(`${endpoint}/media/${studio.id}/`)
  expect(put.status).toBe(200)
  expect(media.is_stored).toBe(true)
  expect(await got.text()).toBe('pixl')
  expect([...objects.keys()]).toEqual([`/media/${slot.r2_key.split('/').map(encodeURIComponent).join('/')}`])
  expect(await host.database.query('select name from storage.objects')).toEqual([])
})

test('an address is good for one file and one thing to do with it', async () => {
  const slot = await upload()
  const other = new URL(slot.upload_url)
  other.pathname = `/media/${crypto.randomUUID()}/stolen.png`

  expect((await fetch(other, { method: 'PUT', body: 'x' })).status).toBe(403)
  expect((await fetch(slot.upload_url)).status).toBe(403)
  expect((await fetch(slot.download_url, { method: 'PUT', body: 'x' })).status).toBe(403)
})

test('people of other studios complete nothing and get no address', async () => {
  const slot = await upload()
  await fetch(slot.upload_url, { method: 'PUT', body: 'pixl' })

  const { error } = await studio.outsider.client.functions.invoke('get-attachment-url', { body: { media_id: slot.id } })

  expect(
    await refusal(studio.outsider.client, 'complete_upload', { p_media_id: slot.id, p_details: {} }),
  ).toMatchObject({ code: 'P0002' })
  expect(error?.context.status).toBe(404)
})

test('bytes that nothing uses any more are removed from the bucket', async () => {
  const slot = await upload()
  await fetch(slot.upload_url, { method: 'PUT', body: 'pixl' })
  const missing = await upload()
  await studio.member.client.from('media').delete().in('id', [slot.id, missing.id])
  await host.database.execute(`update private.discarded_objects set removable_at = now()`)
  const before = objects.size

  const headers = { authorization: `Bearer ${host.keys.serviceKey}` }
  const swept = await fetch(`${host.url}/functions/v1/sweep-media`, { method: 'POST', headers })

  expect(await swept.json()).toMatchObject({ objects: 2 })
  expect(objects.size).toBe(before - 1)
  expect((await fetch(slot.download_url)).status).toBe(404)
})

test('pages may load media from the bucket', async () => {
  const { headers } = await fetch(host.url)

  expect(headers.get('content-security-policy')).toMatch(new RegExp(`media-src [^;]*${endpoint}`))
})
