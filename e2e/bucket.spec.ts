import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { startFakeBucket, type FakeBucket } from '../tests/fakes/fake-bucket.ts'
import { startTestHost, type TestHost } from '../tests/host/start-test-host.ts'
import { openTask, postRevision, signIn } from './page-models/uploads.ts'

let bucket: FakeBucket
let host: TestHost
test.beforeAll(async () => {
  bucket = await startFakeBucket()
  host = await startTestHost({ demo: true, settings: { s3: bucket.settings } })
})
test.afterAll(async () => {
  await host.close()
  await bucket.close()
})

test('a large file uploads from the page to a bucket in parts and resumes after a lost connection', async ({
  page,
}) => {
  await signIn(page, host.url, 'Amara Diallo')
  const popup = await openTask(page, host.url, '?item=sq020-sh0060&task=fx')
  const plate = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(20 * 2 ** 20)])
  let breaks = 1
  bucket.breakAt((asked) => (asked.endsWith('partNumber=3') && breaks-- > 0 ? 'before' : undefined))

  await postRevision(popup, {
    text: 'A plate',
    files: [{ name: 'plate.zip', mimeType: 'application/zip', buffer: plate }],
  })

  const hash = createHash('sha256').update(plate).digest('hex')
  const hashes = () => [...bucket.objects.values()].map((object) => createHash('sha256').update(object).digest('hex'))
  await expect.poll(hashes).toContain(hash)
  await expect(popup.getByRole('article').filter({ hasText: 'A plate' }).getByText('plate.zip')).toBeVisible()
  const parts = bucket.asked.flatMap((asked) => /partNumber=(\d)$/.exec(asked)?.[1] ?? [])
  expect(parts).toEqual(['1', '2', '3', '3', '4'])
})
