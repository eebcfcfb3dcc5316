import { afterAll, beforeAll, expect, test } from 'vitest'
import { storageAnswers } from '#tests/fakes/storage-answers.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'

// The other half was recorded from Supabase's own server; the stand-in plays it back.
let host: TestHost
let ann: TestUser

beforeAll(async () => {
  host = await startTestHost()
  ann = await host.admin.createUser()
  await host.admin.client.storage.createBucket('small', { public: false, fileSizeLimit: '1KB' })
})
afterAll(() => host?.close())

type Sent = { method?: string; key?: string; headers?: Record<string, string>; body?: string; token?: string }

async function send(path: string, { method = 'POST', headers = {}, body, token = host.keys.serviceKey }: Sent = {}) {
  const isKey = token === host.keys.serviceKey
  const response = await fetch(`${host.url}/storage/v1/${path}`, {
    method,
    headers: {
      apikey: isKey ? token : host.keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'text/plain',
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const said: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, error: Object(said).error as string | undefined }
}

const tus = { 'tus-resumable': '1.0.0' }
const metadata = (bucket: string): string => `bucketName ${btoa(bucket)},objectName ${btoa('a/b.txt')}`

test('the small host’s storage responses match those recorded beside Supabase’s', async () => {
  const tooLargeHeaders = { ...tus, 'upload-length': '1001', 'upload-metadata': metadata('small') }
  await send('object/small/there.txt', { body: 'there' })
  const annToken = (await ann.client.auth.getSession()).data.session?.access_token ?? ''

  const answers = {
    tooLarge: await send('object/small/large.txt', { body: 'x'.repeat(1001) }),
    tooLargeInPieces: await send('upload/resumable', { headers: tooLargeHeaders }),
    tokenOver: await send('object/small/late.txt', { body: 'x', token: `${annToken.slice(0, -4)}AAAA` }),
    notAllowed: await send('object/small/other.txt', { body: 'x', token: annToken }),
    there: await send('object/small/there.txt', { body: 'again' }),
    badKey: await send('object/small/50%25.txt', { body: 'x' }),
    unknownUpload: await send('upload/resumable/unknown', { method: 'HEAD', headers: tus }),
  }

  const written = Object.entries(storageAnswers).map(([what, { host: answer }]) => [what, answer])
  expect(answers).toEqual(Object.fromEntries(written))
})

test('the small host reports its limit for a larger multi-part file', async () => {
  const response = await fetch(`${host.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      apikey: host.keys.serviceKey,
      authorization: `Bearer ${host.keys.serviceKey}`,
      ...tus,
      'upload-length': '1001',
      'upload-metadata': metadata('small'),
    },
  })

  expect(response.status).toBe(413)
  expect(response.headers.get('tus-max-size')).toBe('1000')
})
