import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BareHost } from '#tests/bare-host/start-bare-host.ts'
import { startBareHost } from '#tests/bare-host/start-bare-host.ts'

const ann = '00000000-0000-4000-8000-00000000000a'
const bob = '00000000-0000-4000-8000-00000000000b'

// Everybody has their own folder; the small bucket takes 1,000 bytes.
const schema = `
  insert into storage.buckets (id, name, public, file_size_limit) values
    ('media', 'media', false, null), ('small', 'small', false, 1000) on conflict do nothing;
  create policy "own: read" on storage.objects for select to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid()::text));
  create policy "own: add" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid()::text));
  create policy "own: change" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid()::text));
  create policy "own: delete" on storage.objects for delete to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid()::text));
  -- Stands for a database that fails after the bytes have come: only the row that confirms an upload has a size.
  create function public.fail_late() returns trigger language plpgsql as
    $$ begin if new.metadata ->> 'size' = '666' then raise exception 'late'; end if; return new; end $$;
  create trigger fail_late before insert or update on storage.objects for each row execute function public.fail_late();`

let host: BareHost
let annToken = ''
let folder = ''
let round = 0

beforeAll(async () => {
  host = await startBareHost(schema)
  annToken = await host.signToken(ann)
})
afterAll(() => host.stop())
beforeEach(() => {
  round += 1
  folder = `${ann}/${round}`
})

const media = () => host.makeClient(annToken).storage.from('media')
const asBob = async () => host.makeClient(await host.signToken(bob)).storage.from('media')

/** A raw request as Ann. */
async function send(pathname: string, init: RequestInit = {}, token = annToken): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  headers.set('apikey', host.keys.publishableKey)
  return fetch(`${host.url}/storage/v1${pathname}`, { ...init, headers })
}

const listFiles = (): string[] =>
  readdirSync(host.objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(host.objects, path.join(entry.parentPath, entry.name)))

test('uploads a blob as a form and downloads it', async () => {
  const blob = new Blob(['frames'], { type: 'video/mp4' })

  const uploaded = await media().upload(`${folder}/a b ü.mp4`, blob, { cacheControl: '60', metadata: { take: 3 } })
  const downloaded = await media().download(`${folder}/a b ü.mp4`)
  const info = await media().info(`${folder}/a b ü.mp4`)

  expect(uploaded.error).toBeNull()
  expect(uploaded.data?.fullPath).toBe(`media/${folder}/a b ü.mp4`)
  expect(await downloaded.data?.text()).toBe('frames')
  expect(downloaded.data?.type).toBe('video/mp4')
  expect(info.data).toMatchObject({
    name: `${folder}/a b ü.mp4`,
    size: 6,
    contentType: 'video/mp4',
    cacheControl: 'max-age=60',
    metadata: { take: 3 },
  })
})

test('uploads a bare body', async () => {
  const uploaded = await media().upload(`${folder}/a.bin`, Buffer.from([1, 2, 3]), {
    contentType: 'image/png',
    metadata: { take: 4 },
  })
  const info = await media().info(`${folder}/a.bin`)

  expect(uploaded.error).toBeNull()
  expect(info.data).toMatchObject({ size: 3, contentType: 'image/png', metadata: { take: 4 } })
})

test('refuses a second upload unless it replaces the first', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['one']))

  const again = await media().upload(`${folder}/a.txt`, new Blob(['two']))
  const replaced = await media().upload(`${folder}/a.txt`, new Blob(['three']), { upsert: true })
  const updated = await media().update(`${folder}/a.txt`, new Blob(['four']))

  expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
  expect(replaced.error).toBeNull()
  expect(updated.error).toBeNull()
  expect(await (await media().download(`${folder}/a.txt`)).data?.text()).toBe('four')
})

test('keeps one file per object however often it is replaced', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['one']))
  const before = listFiles().length

  for (const text of ['two', 'three']) await media().upload(`${folder}/a.txt`, new Blob([text]), { upsert: true })

  expect(listFiles()).toHaveLength(before)
})

test('nobody reads or writes what the row rules do not allow', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['secret']))
  const storage = await asBob()
  const before = listFiles().length

  const read = await storage.download(`${folder}/a.txt`)
  const signed = await storage.createSignedUrl(`${folder}/a.txt`, 60)
  const written = await storage.upload(`${folder}/b.txt`, new Blob(['mine']))
  const replaced = await storage.upload(`${folder}/a.txt`, new Blob(['mine']), { upsert: true })
  const removed = await storage.remove([`${folder}/a.txt`])
  const anonymous = await host.makeClient().storage.from('media').download(`${folder}/a.txt`)

  expect(read.error).not.toBeNull()
  expect(signed.error).toMatchObject({ statusCode: '404' })
  expect(written.error).toMatchObject({ statusCode: '403' })
  expect(replaced.error).toMatchObject({ statusCode: '403' })
  expect(removed.data).toEqual([])
  expect(anonymous.error).not.toBeNull()
  expect(listFiles()).toHaveLength(before)
  expect(await (await media().download(`${folder}/a.txt`)).data?.text()).toBe('secret')
})

test('signed URLs serve the object to anyone who has them, until they expire', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['shared'], { type: 'text/plain' }))

  const signed = await media().createSignedUrl(`${folder}/a.txt`, 60, { download: 'other name.txt' })
  const expired = await media().createSignedUrl(`${folder}/a.txt`, -1)
  const answer = await fetch(signed.data?.signedUrl ?? '')
  const late = await fetch(expired.data?.signedUrl ?? '')
  const forged = await fetch((signed.data?.signedUrl ?? '').replace(/token=[^&]{20}/, 'token=eyJhbGciOiJIUzI1NiJ9'))
  const other = await fetch((signed.data?.signedUrl ?? '').replace('a.txt', 'b.txt'))

  expect(await answer.text()).toBe('shared')
  expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''other%20name.txt`)
  expect(late.status).toBe(400)
  expect(await late.json()).toMatchObject({ error: 'InvalidJWT' })
  expect(forged.ok).toBe(false)
  expect(other.ok).toBe(false)
})

test('signs many URLs at once and reports those that failed', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['a']))
  await media().upload(`${folder}/ü b.txt`, new Blob(['b']))
  const paths = [`${folder}/a.txt`, `${folder}/none.txt`, `${folder}/ü b.txt`, `../${folder}/a.txt`]

  const { data, error } = await media().createSignedUrls(paths, 60)

  expect(error).toBeNull()
  expect(data?.map((entry) => entry.path)).toEqual(paths)
  expect(data?.map((entry) => entry.error === null)).toEqual([true, false, true, false])
  expect(data?.[1]?.error).toBe('Either the object does not exist or you do not have access to it')
  expect(await (await fetch(data?.[2]?.signedUrl ?? '')).text()).toBe('b')
})

test.each([
  ['a form', (text: string) => new Blob([text], { type: 'image/png' })],
  ['a bare body', (text: string) => Buffer.from(text)],
])('a signed upload URL takes %s once', async (_kind, toBody) => {
  const { data } = await media().createSignedUploadUrl(`${folder}/a.png`)
  const nobody = host.makeClient().storage.from('media')
  const token = data?.token ?? ''

  const first = await nobody.uploadToSignedUrl(`${folder}/a.png`, token, toBody('one'), { contentType: 'image/png' })
  const second = await nobody.uploadToSignedUrl(`${folder}/a.png`, token, toBody('two'))
  const elsewhere = await nobody.uploadToSignedUrl(`${folder}/b.png`, token, toBody('two'))
  const forged = await nobody.uploadToSignedUrl(`${folder}/a.png`, `${token}x`, toBody('two'))

  expect(first.data?.fullPath).toBe(`media/${folder}/a.png`)
  expect(second.error).toMatchObject({ statusCode: '409' })
  expect(elsewhere.error).not.toBeNull()
  expect(forged.error).not.toBeNull()
  expect(await (await media().download(`${folder}/a.png`)).data?.text()).toBe('one')
  expect((await media().info(`${folder}/a.png`)).data?.contentType).toBe('image/png')
})

test('two concurrent uploads to one signed URL do not mix', async () => {
  const { data } = await media().createSignedUploadUrl(`${folder}/a.bin`)
  const bodies = ['a', 'b'].map((letter) => letter.repeat(3_000_000))

  const answers = await Promise.all(
    bodies.map((body) =>
      fetch(data?.signedUrl ?? '', { method: 'PUT', body, headers: { 'content-type': 'image/png' } }),
    ),
  )
  const stored = await (await media().download(`${folder}/a.bin`)).data?.text()

  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(stored).toBe(bodies[answers.findIndex(({ ok }) => ok)])
  expect((await media().info(`${folder}/a.bin`)).data?.size).toBe(3_000_000)
})

test('two concurrent replacing uploads leave the object whole, with the size of its bytes', async () => {
  const bodies = [1_000_000, 2_000_000].map((length) => new Blob(['x'.repeat(length)]))

  const answers = await Promise.all(bodies.map((body) => media().upload(`${folder}/a.bin`, body, { upsert: true })))
  const downloaded = await media().download(`${folder}/a.bin`)
  const [listed] = (await media().list(folder)).data ?? []

  expect(answers.map(({ error }) => error)).toEqual([null, null])
  expect(listed?.metadata?.['size']).toBe(downloaded.data?.size)
})

test('an upload that the database does not confirm changes nothing', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['old']))
  const before = listFiles()

  const replaced = await media().upload(`${folder}/a.txt`, new Blob(['x'.repeat(666)]), { upsert: true })
  const added = await media().upload(`${folder}/b.txt`, new Blob(['x'.repeat(666)]))

  expect(replaced.error).not.toBeNull()
  expect(added.error).not.toBeNull()
  expect(listFiles()).toEqual(before)
  expect(await (await media().download(`${folder}/a.txt`)).data?.text()).toBe('old')
})

test('lists a folder with names relative to it, folders first', async () => {
  for (const name of ['b.txt', 'a.txt', 'sub/c.txt', 'sub/deep/d.txt'])
    await media().upload(`${folder}/${name}`, new Blob([name]))

  const all = await media().list(folder)
  const page = await media().list(folder, { limit: 1, offset: 1, sortBy: { column: 'name', order: 'desc' } })
  const found = await media().list(folder, { search: 'B' })
  const nested = await media().list(`${folder}/sub`)
  const others = await (await asBob()).list(folder)

  expect(all.data?.map(({ name, id }) => [name, id === null])).toEqual([
    ['sub', true],
    ['a.txt', false],
    ['b.txt', false],
  ])
  expect(page.data?.map(({ name }) => name)).toEqual(['b.txt'])
  expect(found.data?.map(({ name }) => name)).toEqual(['b.txt'])
  expect(nested.data?.map(({ name }) => name)).toEqual(['deep', 'c.txt'])
  expect(others.data).toEqual([])
})

test('copies, moves, checks for and removes objects', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['text'], { type: 'text/plain' }))

  const copied = await media().copy(`${folder}/a.txt`, `${folder}/b.txt`)
  const moved = await media().move(`${folder}/a.txt`, `${folder}/c.txt`)
  const exists = await Promise.all(['a', 'b', 'c'].map((name) => media().exists(`${folder}/${name}.txt`)))
  const removed = await media().remove([`${folder}/b.txt`, `${folder}/c.txt`])

  expect(copied.data?.path).toBe(`media/${folder}/b.txt`)
  expect(moved.error).toBeNull()
  expect(exists.map(({ data }) => data)).toEqual([false, true, true])
  expect(removed.data).toHaveLength(2)
  expect((await media().exists(`${folder}/b.txt`)).data).toBe(false)
})

test('serves parts of an object', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['0123456789'], { type: 'text/plain' }))
  const at = `/object/media/${folder}/a.txt`
  const read = (range: string, more = {}) => send(at, { headers: { range, ...more } })

  const parts = await Promise.all(
    ['bytes=2-4', 'bytes=7-', 'bytes=-3', 'bytes=-50', 'bytes=5-500'].map(async (range) => {
      const answer = await read(range)
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }),
  )
  const beyond = await read('bytes=10-')
  const several = await read('bytes=0-1,4-5')
  const eTag = beyond.headers.get('etag') ?? ''

  expect(parts).toEqual([
    [206, 'bytes 2-4/10', '234'],
    [206, 'bytes 7-9/10', '789'],
    [206, 'bytes 7-9/10', '789'],
    [206, 'bytes 0-9/10', '0123456789'],
    [206, 'bytes 5-9/10', '56789'],
  ])
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  expect([several.status, await several.text()]).toEqual([200, '0123456789'])
  expect((await read('bytes=0-1', { 'if-range': eTag })).status).toBe(206)
  expect((await read('bytes=0-1', { 'if-range': '"older"' })).status).toBe(200)
  expect((await send(at, { headers: { 'if-none-match': eTag } })).status).toBe(304)
})

test('answers HEAD with the headers of GET, and only to those who may read', async () => {
  await media().upload(`${folder}/a.txt`, new Blob(['0123456789'], { type: 'text/plain' }))
  const at = `/object/media/${folder}/a.txt`

  const head = await send(at, { method: 'HEAD' })
  const stranger = await send(at, { method: 'HEAD' }, await host.signToken(bob))

  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    '10',
    'bytes',
  ])
  expect(stranger.ok).toBe(false)
})

test('serves the original if a transformed image is requested', async () => {
  await media().upload(`${folder}/a.png`, new Blob(['pixels'], { type: 'image/png' }))

  const { data } = await media().download(`${folder}/a.png`, { transform: { width: 20, height: 20 } })

  expect(await data?.text()).toBe('pixels')
})

test('reads a part from the middle of a large object without loading it into memory', async () => {
  const megabytes = 150
  const block = new Uint8Array(1024 * 1024).fill(7)
  const { data } = await media().createSignedUploadUrl(`${folder}/large.mp4`)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === megabytes) controller.close()
      else controller.enqueue(block)
      sent += 1
    },
  })
  const before = process.memoryUsage().rss

  // Node requires `duplex` to send a stream; the DOM's types do not know it.
  const put = { method: 'PUT', body, headers: { 'content-type': 'video/mp4' }, duplex: 'half' } as RequestInit
  const stored = await fetch(data?.signedUrl ?? '', put)
  const part = await send(`/object/media/${folder}/large.mp4`, { headers: { range: 'bytes=80000000-80000009' } })
  const grown = process.memoryUsage().rss - before

  expect(stored.status).toBe(200)
  expect(part.headers.get('content-range')).toBe(`bytes 80000000-80000009/${megabytes * 1024 * 1024}`)
  expect([...new Uint8Array(await part.arrayBuffer())]).toEqual(Array.from({ length: 10 }, () => 7))
  // The client of this test is in the same process; a host that buffered the object would have grown by its whole size.
  expect(grown).toBeLessThan(megabytes * 1024 * 1024 * 0.9)
})

test.each([
  ['a form', (bytes: number) => new Blob(['x'.repeat(bytes)])],
  ['a bare body', (bytes: number) => Buffer.alloc(bytes)],
  ['a stream of unknown length', (bytes: number) => new Blob(['x'.repeat(bytes)]).stream()],
])('refuses %s larger than the bucket allows, and keeps nothing of it', async (_kind, toBody) => {
  const small = host.makeClient(annToken).storage.from('small')
  const before = listFiles().length

  const large = await small.upload(`${folder}/a.bin`, toBody(5000))
  const fitting = await small.upload(`${folder}/b.bin`, toBody(900))

  expect(large.error).toMatchObject({ statusCode: '413' })
  expect(fitting.error).toBeNull()
  expect((await small.exists(`${folder}/a.bin`)).data).toBe(false)
  expect(listFiles()).toHaveLength(before + 2)
})

test.each(['image/png', 'multipart/form-data; boundary=cut'])(
  'keeps nothing of an interrupted upload of %s',
  async (type) => {
    const before = listFiles().length
    const url = new URL(`${host.url}/storage/v1/object/media/${folder}/a.png`)
    const head = '--cut\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'

    await new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${annToken}`, 'content-type': type, 'content-length': 100_000 }
      const upload = httpRequest(url, { method: 'POST', headers })
      upload.on('error', () => resolve())
      upload.write(`${type.startsWith('multipart') ? head : ''}${'x'.repeat(20_000)}`)
      setTimeout(() => upload.destroy(), 300)
    })
    await expect.poll(() => listFiles().length).toBe(before)

    expect((await media().exists(`${folder}/a.png`)).data).toBe(false)
    expect((await media().upload(`${folder}/a.png`, new Blob(['whole']))).error).toBeNull()
  },
)

test.each([
  '../../keys.json',
  '..%2f..%2fkeys.json',
  'a/%2e%2e/%2e%2e/%2e%2e/keys.json',
  '%00',
  'a%5c..%5cb',
  `${'x'.repeat(1100)}`,
])('refuses the key %s', async (key) => {
  const written = await send(`/object/media/${ann}/${key}`, {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'text/plain', 'x-upsert': 'true' },
  })
  const read = await send(`/object/media/${ann}/${key}`)
  const moved = await send('/object/move', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ bucketId: 'media', sourceKey: `${ann}/x`, destinationKey: decodeURIComponent(key) }),
  })

  expect(written.ok).toBe(false)
  expect(read.ok).toBe(false)
  expect(moved.ok).toBe(false)
  expect(listFiles().filter((file) => !/^(objects|resumable)/.test(file))).toEqual([])
})

test.each([
  ['page.html', 'text/html', '<script>alert(1)</script>'],
  ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['code.js', 'text/javascript', 'alert(1)'],
  ['page.xml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
])('never lets %s act as a page or a script of ours', async (name, type, text) => {
  await media().upload(`${folder}/${name}`, Buffer.from(text), { contentType: type })

  const { data } = await media().createSignedUrl(`${folder}/${name}`, 60)
  const answer = await fetch(data?.signedUrl ?? '')

  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('shows an image inline under the type it claims, whatever its content', async () => {
  await media().upload(`${folder}/a.gif`, Buffer.from('GIF89a/*<script>alert(1)</script>*/'), {
    contentType: 'image/gif',
  })

  const answer = await send(`/object/media/${folder}/a.gif`)

  expect(answer.headers.get('content-type')).toBe('image/gif')
  expect(answer.headers.get('content-disposition')).toBeNull()
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})
