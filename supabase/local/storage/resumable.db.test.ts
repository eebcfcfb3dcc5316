import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeStorage } from './shim.ts'
import type { BareHost } from '#tests/bare-host/start-bare-host.ts'
import { startBareHost } from '#tests/bare-host/start-bare-host.ts'

const ann = '00000000-0000-4000-8000-00000000000a'
const bob = '00000000-0000-4000-8000-00000000000b'

const schema = `
  insert into storage.buckets (id, name, public, file_size_limit) values ('media', 'media', false, 20000000) on conflict do nothing;
  create policy "own: read" on storage.objects for select to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid()::text));
  create policy "own: add" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = (select auth.uid()::text));
  create policy "own: change" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid()::text));`

let host: BareHost
let tokens: { ann: string; bob: string }
let key = ''
let round = 0

beforeAll(async () => {
  host = await startBareHost(schema)
  tokens = { ann: await host.signToken(ann), bob: await host.signToken(bob) }
})
afterAll(() => host.stop())
beforeEach(() => {
  round += 1
  key = `${ann}/${round}/film.mp4`
})

const chunkBytes = 6 * 1024 * 1024
const toBase64 = (text: string): string => Buffer.from(text).toString('base64')
const media = () => host.makeClient(tokens.ann).storage.from('media')
const parts = (): string[] => {
  try {
    return readdirSync(path.join(host.objects, 'resumable'))
  } catch {
    return []
  }
}

type Sent = { method: string; headers?: Record<string, string>; body?: Uint8Array; token?: string }

function send(location: string, { method, headers = {}, body, token = tokens.ann }: Sent): Promise<Response> {
  return fetch(new URL(location, host.url), {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      apikey: host.keys.publishableKey,
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    // A view of bytes is a valid body; the DOM's types require its buffer type.
    ...(body && { body: body as Uint8Array<ArrayBuffer> }),
  })
}

type Creation = { length: number; headers?: Record<string, string>; token?: string; at?: string }

function create({ length, headers = {}, token, at = '/storage/v1/upload/resumable' }: Creation): Promise<Response> {
  const about = {
    bucketName: 'media',
    objectName: key,
    contentType: 'video/mp4',
    cacheControl: '60',
    metadata: '{"take":3}',
  }
  const metadata = Object.entries(about).map(([name, value]) => `${name} ${toBase64(value)}`)
  return send(at, {
    method: 'POST',
    headers: { 'upload-length': String(length), 'upload-metadata': metadata.join(','), ...headers },
    ...(token !== undefined && { token }),
  })
}

type Piece = Partial<Sent> & { at: number }

function patch(location: string, body: Uint8Array, { at: offset, ...more }: Piece): Promise<Response> {
  return send(location, {
    method: 'PATCH',
    body,
    ...more,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more.headers },
  })
}

/** Sends a piece while it is generated; returns its status, or that the connection broke. */
async function stream(location: string, body: ReadableStream<Uint8Array>, signal?: AbortSignal) {
  const headers = {
    'tus-resumable': '1.0.0',
    authorization: `Bearer ${tokens.ann}`,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '0',
  }
  // Node requires `duplex` to send a stream; the DOM's types do not know it.
  const init = { method: 'PATCH', headers, body, duplex: 'half', ...(signal && { signal }) } as RequestInit
  return await fetch(new URL(location, host.url), init).then(
    ({ status }) => status,
    () => 'error' as const,
  )
}

const readOffset = async (location: string): Promise<string | null> =>
  (await send(location, { method: 'HEAD' })).headers.get('upload-offset')

test('an upload in chunks becomes an ordinary object', async () => {
  const film = new Uint8Array(chunkBytes * 2 + 5).map((_, index) => index % 251)

  const created = await create({ length: film.length })
  const location = created.headers.get('location') ?? ''
  const offsets: (string | null)[] = []
  for (let offset = 0; offset < film.length; offset += chunkBytes) {
    const answer = await patch(location, film.subarray(offset, offset + chunkBytes), { at: offset })
    offsets.push(answer.headers.get('upload-offset'))
  }
  const info = await media().info(key)
  const downloaded = await media().download(key)

  expect(created.status).toBe(201)
  expect(Date.parse(created.headers.get('upload-expires') ?? '') - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1000)
  expect(offsets).toEqual([String(chunkBytes), String(chunkBytes * 2), String(film.length)])
  expect(info.data).toMatchObject({
    size: film.length,
    contentType: 'video/mp4',
    cacheControl: 'max-age=60',
    metadata: { take: 3 },
  })
  expect(Buffer.from(await downloaded.data!.arrayBuffer()).equals(film)).toBe(true)
  expect(parts()).toEqual([])
})

test('continues where it stopped, also in another process', async () => {
  const created = await create({ length: 10 })
  const location = created.headers.get('location') ?? ''
  await patch(location, Buffer.from('01234'), { at: 0 })

  const restarted = makeStorage({ directory: host.objects })
  const head = await restarted.wrap(
    new Request(new URL(location, host.url), {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${tokens.ann}` },
    }),
    // The new process asks its own lite, which lets Ann continue.
    async () => {
      const storage = restarted.adapter
      await storage.uploadObject('media', key, undefined, new Uint8Array(), '', '').catch(() => {})
      return new Response(undefined, { status: 400 })
    },
  )
  const rest = await patch(location, Buffer.from('56789'), { at: 5 })

  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([200, '5', '10'])
  expect(rest.status).toBe(204)
  expect(await (await media().download(key)).data?.text()).toBe('0123456789')
})

test('an upload whose last chunk had arrived when the host was killed becomes an object once its sender asks', async () => {
  const location = (await create({ length: 4 })).headers.get('location') ?? ''
  writeFileSync(path.join(host.objects, 'resumable', `${location.split('/').at(-1)}.part`), 'film')

  const heads = [await send(location, { method: 'HEAD' }), await send(location, { method: 'HEAD' })]

  expect(heads.map(({ status, headers }) => [status, headers.get('upload-offset')])).toEqual([
    [200, '4'],
    [404, null],
  ])
  expect(await (await media().download(key)).data?.text()).toBe('film')
})

test('refuses a chunk that does not follow the last one, or is too long', async () => {
  const location = (await create({ length: 10 })).headers.get('location') ?? ''
  await patch(location, Buffer.from('01234'), { at: 0 })

  const ahead = await patch(location, Buffer.from('789'), { at: 7 })
  const again = await patch(location, Buffer.from('01234'), { at: 0 })
  const long = await patch(location, Buffer.from('5678901234'), { at: 5 })
  const untyped = await patch(location, Buffer.from('5'), { at: 5, headers: { 'content-type': 'text/plain' } })

  expect([ahead.status, again.status, long.status, untyped.status]).toEqual([409, 409, 413, 415])
  expect(await readOffset(location)).toBe('5')
})

test('two concurrent chunks never mix: the result is one of them, or what arrived of one before the other took over', async () => {
  const size = 4_000_000
  const location = (await create({ length: size * 2 })).headers.get('location') ?? ''

  // A stopped piece gets a response, or finds its connection closed.
  const sendAll = async () => (await patch(location, new Uint8Array(size), { at: 0 }).catch(() => undefined))?.status

  const answers = await Promise.all([sendAll(), sendAll()])
  let offset = Number.NaN
  // The request may hit that connection as it closes, and is retried as a client would.
  await expect.poll(async () => (offset = Number(await readOffset(location).catch(() => Number.NaN)))).not.toBeNaN()

  // At most one was received whole; the other met it, was stopped by it, or came after it.
  expect(answers.filter((status) => ![204, 400, 409, undefined].includes(status))).toEqual([])
  expect(answers.filter((status) => status === 204).length).toBeLessThanOrEqual(1)
  expect(offset).toBeLessThanOrEqual(size)
  expect(answers.includes(204) ? offset : size).toBe(size)
})

test('a piece on an unnoticed dead connection gives way to the next', async () => {
  const location = (await create({ length: 1000 })).headers.get('location') ?? ''
  const never = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(300)),
    pull: () => never.promise,
  })
  const dead = stream(location, body)
  await expect.poll(() => readOffset(location)).toBe('300')

  const rest = await patch(location, new Uint8Array(700), { at: 300 })

  expect(rest.status).toBe(204)
  expect((await media().info(key)).data?.size).toBe(1000)
  never.resolve()
  expect(['error', 400]).toContain(await dead)
})

test('only people whom the row rules let upload there may begin, continue, query or give up', async () => {
  const stranger = await create({ length: 10, token: tokens.bob })
  const nobody = await create({ length: 10, token: '' })
  const location = (await create({ length: 10 })).headers.get('location') ?? ''

  const answers = [
    await patch(location, Buffer.from('0123456789'), { at: 0, token: tokens.bob }),
    await send(location, { method: 'HEAD', token: tokens.bob }),
    await send(location, { method: 'DELETE', token: tokens.bob }),
  ]

  expect([stranger.status, nobody.status]).toEqual([403, 403])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await readOffset(location)).toBe('0')
})

test('refuses an existing object unless it is to be replaced', async () => {
  await media().upload(key, new Blob(['old']))

  const refused = await create({ length: 3 })
  const replacing = await create({ length: 3, headers: { 'x-upsert': 'true' } })
  const done = await patch(replacing.headers.get('location') ?? '', Buffer.from('new'), { at: 0 })

  expect([refused.status, replacing.status, done.status]).toEqual([409, 201, 204])
  expect(await (await media().download(key)).data?.text()).toBe('new')
})

test('a signed URL stands for a signed-in person', async () => {
  const { data } = await media().createSignedUploadUrl(key)
  const at = '/storage/v1/upload/resumable/sign'
  const signature = { 'x-signature': data?.token ?? '' }

  const created = await create({ at, length: 4, token: '', headers: signature })
  const location = created.headers.get('location') ?? ''
  const unsigned = await patch(location, Buffer.from('film'), { at: 0, token: '' })
  const forged = await create({ at, length: 4, token: '', headers: { 'x-signature': 'a.b.c' } })
  const done = await patch(location, Buffer.from('film'), { at: 0, token: '', headers: signature })

  expect([created.status, unsigned.status, forged.status, done.status]).toEqual([201, 403, 403, 204])
  expect(await (await media().download(key)).data?.text()).toBe('film')
})

test('takes the first chunk with the creating request', async () => {
  const created = await send('/storage/v1/upload/resumable', {
    method: 'POST',
    headers: {
      'upload-length': '4',
      'upload-metadata': `bucketName ${toBase64('media')},objectName ${toBase64(key)}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from('film'),
  })

  expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '4'])
  expect(await (await media().download(key)).data?.text()).toBe('film')
})

test('refuses what is larger than the bucket allows, and a name that leaves it', async () => {
  const large = await create({ length: 20_000_001 })
  key = '../../keys.json'
  const escaping = await create({ length: 3 })

  expect([large.status, escaping.status]).toEqual([413, 400])
})

test('deletes an upload that is given up, and one that is a day old', async () => {
  const before = parts().length
  const given = (await create({ length: 10 })).headers.get('location') ?? ''
  const old = (await create({ length: 10 })).headers.get('location') ?? ''
  const file = path.join(host.objects, 'resumable', `${old.split('/').at(-1)}.json`)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), expiresAt: Date.now() - 1 }))

  const answers = [
    await send(given, { method: 'DELETE' }),
    await send(given, { method: 'HEAD' }),
    await send(old, { method: 'HEAD' }),
    await send(old, { method: 'HEAD' }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([204, 404, 410, 404])
  expect(parts()).toHaveLength(before)
})

test('keeps what arrived before the connection broke', async () => {
  const location = (await create({ length: 1_000_000 })).headers.get('location') ?? ''
  const part = path.join(host.objects, 'resumable', `${location.split('/').at(-1)}.part`)
  const abort = new AbortController()
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(300_000)) })
  const sending = stream(location, body, abort.signal)
  await expect.poll(() => statSync(part).size, { timeout: 60_000 }).toBe(300_000)
  abort.abort()
  await sending

  await expect.poll(() => readOffset(location)).toBe('300000')
  const rest = await patch(location, new Uint8Array(700_000), { at: 300_000 })

  expect(rest.status).toBe(204)
  expect((await media().info(key)).data?.size).toBe(1_000_000)
})
