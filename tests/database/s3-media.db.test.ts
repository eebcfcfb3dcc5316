import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeBucket, startFakeBucket } from '#tests/fakes/fake-bucket.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal } from './a-studio.ts'

let bucket: FakeBucket
let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  bucket = await startFakeBucket()
  host = await startTestHost({ settings: { s3: bucket.settings } })
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(async () => {
  await host?.close()
  await bucket?.close()
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

test('a file is uploaded to and downloaded from the bucket, never through the host', async () => {
  const slot = await upload()

  const put = await fetch(slot.upload_url, { method: 'PUT', body: 'pixl' })
  const media = await call<{ is_stored: boolean }>(studio.member.client, 'complete_upload', {
    p_media_id: slot.id,
    p_details: {},
  })
  const { data } = await studio.viewer.client.functions.invoke('get-attachment-url', { body: { media_id: slot.id } })
  const got = await fetch(data.url)

  expect(slot.upload_url).toContain(`${bucket.settings.endpoint}/media/${studio.id}/`)
  expect(put.status).toBe(200)
  expect(media.is_stored).toBe(true)
  expect(await got.text()).toBe('pixl')
  expect([...bucket.objects.keys()]).toEqual([`/media/${slot.r2_key.split('/').map(encodeURIComponent).join('/')}`])
  expect(await host.database.query('select name from storage.objects')).toEqual([])
})

test('a signed address is valid for one file and one action', async () => {
  const slot = await upload()
  const other = new URL(slot.upload_url)
  other.pathname = `/media/${crypto.randomUUID()}/stolen.png`

  expect((await fetch(other, { method: 'PUT', body: 'x' })).status).toBe(403)
  expect((await fetch(slot.upload_url)).status).toBe(403)
  expect((await fetch(slot.download_url, { method: 'PUT', body: 'x' })).status).toBe(403)
})

test('people of other studios cannot complete uploads or get addresses', async () => {
  const slot = await upload()
  await fetch(slot.upload_url, { method: 'PUT', body: 'pixl' })

  const { error } = await studio.outsider.client.functions.invoke('get-attachment-url', { body: { media_id: slot.id } })

  expect(
    await refusal(studio.outsider.client, 'complete_upload', { p_media_id: slot.id, p_details: {} }),
  ).toMatchObject({ code: 'P0002' })
  expect(error?.context.status).toBe(404)
})

test('unused bytes are removed from the bucket', async () => {
  const slot = await upload()
  await fetch(slot.upload_url, { method: 'PUT', body: 'pixl' })
  const missing = await upload()
  await studio.member.client.from('media').delete().in('id', [slot.id, missing.id])
  await host.database.execute(`update private.discarded_objects set removable_at = now()`)
  const before = bucket.objects.size

  const headers = { authorization: `Bearer ${host.keys.serviceKey}` }
  const swept = await fetch(`${host.url}/functions/v1/sweep-media`, { method: 'POST', headers })

  expect(await swept.json()).toMatchObject({ objects: 2 })
  expect(bucket.objects.size).toBe(before - 1)
  expect((await fetch(slot.download_url)).status).toBe(404)
})

test('pages may load media from the bucket', async () => {
  const { headers } = await fetch(host.url)

  expect(headers.get('content-security-policy')).toMatch(new RegExp(`media-src [^;]*${bucket.settings.endpoint}`))
})
