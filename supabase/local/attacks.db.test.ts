import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#tests/host/postgres.ts'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

// Always on Postgres: nothing here is about the database.
let host: TestHost
let ann: TestUser

beforeAll(async () => {
  host = await startTestHost({ database: 'postgres' })
  ann = await host.admin.createUser()
})
afterAll(() => host?.close())

type Asked = {
  url: string
  path: string
  body?: string | undefined
  bearer?: string | undefined
  type?: string
  method?: string
}

async function send({
  url,
  path: place,
  body,
  bearer,
  type = 'application/json',
  method = 'POST',
}: Asked): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${url}${place}`, {
    headers: {
      apikey: host.keys.publishableKey,
      'content-type': type,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { method, body }),
  })
  const { code } = (await response.json()) as { code: unknown }
  return { status: response.status, code }
}

const ask = (place: string, body?: string, bearer?: string) => send({ url: host.url, path: place, body, bearer })

test('deeply nested filters are refused unread', async () => {
  const nested = (depth: number): string => `/rest/v1/items?or=(${'and('.repeat(depth)}id.is.null${')'.repeat(depth)})`

  expect(await ask(nested(4000))).toEqual({ status: 414, code: 'uri_too_long' })
  expect(await ask(nested(100))).toEqual({ status: 400, code: 'PGRST100' })
})

test('endless lists are refused unparsed, by size from strangers, by length from signed-in people', async () => {
  const { data } = await ann.client.auth.getSession()
  const list = `[${'{},'.repeat(3_000_000)}{}]`

  const tooLarge = { status: 413, code: 'payload_too_large' }
  expect(await ask('/rest/v1/items', list)).toEqual(tooLarge)
  expect(await ask('/rest/v1/items', list, data.session?.access_token)).toEqual(tooLarge)
  expect(await ask('/rest/v1/rpc/apply_import', '['.repeat(1_000_000), data.session?.access_token)).toEqual(tooLarge)
})

test('a stranger’s rights are checked before their request is read', async () => {
  const denied = { status: 401, code: '42501' }

  expect(await ask('/rest/v1/items', '[{"nothing": 1}]')).toEqual(denied)
  expect(await ask('/rest/v1/rpc/apply_import', '{"nothing": 1}')).toEqual(denied)
  expect((await host.connect().from('items').select('nothing')).error).toMatchObject({
    code: '42501',
    message: 'permission denied for table items',
  })
  expect((await host.connect().from('nothing').select('nothing')).error).toMatchObject({ code: 'PGRST205' })
})

test('deeply nested JSON is refused unparsed wherever strangers may send it', async () => {
  const body = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  for (const place of [
    '/auth/v1/token?grant_type=password',
    '/auth/v1/signup',
    '/functions/v1/exchange-token',
    '/functions/v1/deliver-events',
    '/storage/v1/object/list/media',
    '/realtime/v1/api/broadcast',
  ])
    expect({ place, ...(await ask(place, body)) }).toEqual({ place, status: 413, code: 'payload_too_large' })
})

test('a sign-in body has a size limit', async () => {
  const answer = await ask('/auth/v1/token?grant_type=password', '['.repeat(10_000_000))

  expect(answer).toEqual({ status: 413, code: 'payload_too_large' })
})

test('a function body has a size limit, whatever content type a stranger claims', async () => {
  const body = '['.repeat(2_000_000)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=cut'])
    expect(await send({ url: host.url, path: '/functions/v1/exchange-token', body, type })).toEqual({
      status: 413,
      code: 'payload_too_large',
    })
  expect(await ask('/functions/v1/api/rpc/apply_import', body)).toEqual({ status: 401, code: 'not_authenticated' })
})

test('requests to list, sign, copy and remove files have a body limit; only files may be large', async () => {
  const body = '['.repeat(2_000_000)
  for (const place of [
    'object/list/media',
    'object/list-v2/media',
    'object/sign/media',
    'object/copy',
    'object/move',
    'bucket',
  ])
    expect({ place, ...(await ask(`/storage/v1/${place}`, body)) }).toEqual({
      place,
      status: 413,
      code: 'payload_too_large',
    })
  for (const place of ['object/list/media', 'object/sign/media', 'object/copy', 'bucket'])
    for (const text of ['[', 'null', '[1]'])
      expect({ place, text, ...(await ask(`/storage/v1/${place}`, text)) }).toEqual({
        place,
        text,
        status: 400,
        code: 'InvalidRequest',
      })
})

test('names to sign or remove and broadcast messages are limited per request', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}`)
  const sign = (count: number) =>
    ask('/storage/v1/object/sign/media', JSON.stringify({ expiresIn: 60, paths: names(count) }))
  const broadcast = (count: number) =>
    fetch(`${host.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: host.keys.publishableKey },
      body: JSON.stringify({ messages: names(count).map((topic) => ({ topic, event: 'e', private: true })) }),
    })

  expect(await sign(1001)).toEqual({ status: 400, code: 'InvalidRequest' })
  expect(
    await send({
      url: host.url,
      path: '/storage/v1/object/media',
      body: JSON.stringify({ prefixes: names(1001) }),
      method: 'DELETE',
    }),
  ).toEqual({ status: 400, code: 'InvalidRequest' })
  expect([(await broadcast(100)).status, (await broadcast(101)).status]).toEqual([202, 413])
})

test('malformed or unreadable requests are refused and not logged as host failures', async () => {
  expect(await ask('/storage/v1/object/list/media', '{"prefix":5}')).toEqual({ status: 400, code: 'InvalidRequest' })
  expect(await ask('/auth/v1/token?grant_type=password', 'null')).toMatchObject({ status: 400 })
  expect(await ask('/rest/v1/%E0%A4%A')).toEqual({ status: 400, code: 'bad_path' })
})

test('percent-encoded letters count as the letters, so no guard can be bypassed', async () => {
  const bearer = (await ann.client.auth.getSession()).data.session?.access_token
  const put = async (place: string, body: object) =>
    await send({ url: host.url, path: place, body: JSON.stringify(body), bearer, method: 'PUT' })
  const guess = async (place: string) =>
    (await ask(`${place}?grant_type=password`, JSON.stringify({ email: ann.email, password: 'wrong' }))).status
  const guesses: number[] = []
  for (let count = 0; count < 11; count += 1)
    guesses.push(await guess(count % 2 === 0 ? '/auth/v1/%74oken' : '/auth/v1/tok%65n'))

  expect(await put('/auth/v1/%75s%65r', { email: 'boss@evil.example' })).toEqual({
    status: 403,
    code: 'email_address_not_authorized',
  })
  expect(await ask('/auth/v1/%6F%74%70', '{"email":"new@evil.example"}')).toEqual({ status: 422, code: 'otp_disabled' })
  expect(await ask('/auth/v1/%61dmin/users', '{"email":"new@evil.example","password":"long-enough"}')).toEqual({
    status: 401,
    code: 'no_authorization',
  })
  expect(await ask('/%72est/v1/rpc/g%65t%5ftime', '{}', bearer)).toMatchObject({ status: 200 })
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})

test('while sixty people sign up, health responds before most of them', async () => {
  let done = 0
  const signUps = Array.from({ length: 60 }, async (_, n) => {
    const answer = await host.connect().auth.signUp({ email: `new${n}@example.com`, password: 'correct-horse-battery' })
    done += 1
    return answer.error
  })

  const health = await fetch(`${host.url}/healthz`)

  expect([health.status, done < 30]).toEqual([200, true])
  expect(await Promise.all(signUps)).toEqual(Array.from({ length: 60 }, () => null))
})

/** A host in its own process; `readMemory` returns what it holds after garbage collection, in bytes. */
async function startApart(): Promise<{ url: string; readMemory: () => Promise<number>; stop: () => Promise<void> }> {
  const [database, dataDirectory] = [await startPostgres(), mkdtempSync(path.join(tmpdir(), 'xsheet-attacked-'))]
  const program = `
    import { createInterface } from 'node:readline'
    import { setTimeout } from 'node:timers/promises'
    import { startHost } from '#supabase/local/server.ts'
    import { toSettings } from '#tests/host/template.ts'
    const settings = { ...toSettings(${JSON.stringify(dataDirectory)}), databaseUrl: ${JSON.stringify(database.url)} }
    const host = await startHost(settings)
    console.log(host.url)
    for await (const line of createInterface({ input: process.stdin })) {
      for (let round = 0; round < 3; round += 1) {
        globalThis.gc()
        await setTimeout(20)
      }
      const { heapUsed, external } = process.memoryUsage()
      console.log(heapUsed + external)
    }
    await host.close()`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module-typescript', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => String((await lines.next()).value)
  return {
    url: await next(),
    readMemory: async () => {
      child.stdin.write('\n')
      return Number(await next())
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin.end()
      await ended
      await database.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

test('memory is released after attacks', async () => {
  const attacked = await startApart()
  // An oversized request is cut off, perhaps before its sender has read why.
  const strike = async (place: string, body?: string): Promise<void> =>
    void (await send({ url: attacked.url, path: place, body }).catch(() => undefined))
  const attack = async (): Promise<void> => {
    await strike(`/rest/v1/items?or=(${'and('.repeat(100)}id.is.null${')'.repeat(100)})`)
    await strike('/rest/v1/items', `[${'{},'.repeat(1_000_000)}{}]`)
    await strike('/auth/v1/token?grant_type=password', '['.repeat(5_000_000))
    const wrong = { email: `${Math.random()}@example.com`, password: 'x' }
    await Promise.all(
      Array.from({ length: 5 }, () => strike('/auth/v1/token?grant_type=password', JSON.stringify(wrong))),
    )
  }
  try {
    await attack()
    const before = await attacked.readMemory()

    for (let round = 0; round < 8; round += 1) await attack()

    // A round sends eight megabytes; only a few bytes are kept per caller.
    expect((await attacked.readMemory()) - before).toBeLessThan(8 * 1024 * 1024)
  } finally {
    await attacked.stop()
  }
})

/** Sends a request line and headers verbatim, and reads the first line of the response. */
function sendRaw(head: string): Promise<string> {
  const { port, hostname } = new URL(host.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(head))
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
      socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
  })
}

test('a malformed address, host or method is refused, also for websockets, and the host keeps running', async () => {
  const here = new URL(host.url).host
  const asking = (address: string, name: string, ...more: string[]): string =>
    [`GET ${address} HTTP/1.1`, `Host: ${name}`, ...more, '', ''].join('\r\n')
  const socket = ['Upgrade: websocket', 'Connection: Upgrade']
  const sockets = [
    await sendRaw(asking('//', here, ...socket)),
    await sendRaw(asking('http://[', here, ...socket)),
    await sendRaw(asking('/realtime/v1/websocket', '[', ...socket)),
    await sendRaw(asking('/realtime/v1/websocket?apikey=%ff', here, ...socket)),
  ]
  const pages = [
    await sendRaw(asking('//', here, 'Connection: close')),
    await sendRaw(asking('http://[', here, 'Connection: close')),
    await sendRaw(asking('/', '[', 'Connection: close')),
    await sendRaw(asking('/%ff%00', here, 'Connection: close')),
    await sendRaw(asking('/rest/v1/items', here, 'Connection: close').replace('GET', 'TRACE')),
    await sendRaw(asking('/storage/v1/object/attachments', here, 'Connection: close').replace('GET', 'TRACE')),
  ]

  for (const answer of sockets) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  // Anything but an API call gets the app's page or an error; the host does not fail.
  for (const answer of pages) expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /)
  expect((await fetch(`${host.url}/livez`)).status).toBe(200)
})
