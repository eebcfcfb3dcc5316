import { expect, test } from 'vitest'
import { findSpacePull, makeSharedPulls } from './shared-pulls.ts'

const url = 'http://127.0.0.1/rest/v1/rpc/pull_space'
const pull = { spaceId: 'e1', since: 7 }
const rows = JSON.stringify({ rev: 8, rows: 'x'.repeat(5000) })

/** Ten windows pulling at once, and how often the database was read for them. */
async function askTen(
  stampOf: (window: number) => string | undefined,
  answer: (read: number) => Response = () => new Response(rows, { headers: { 'x-kind': 'rows' } }),
) {
  let reads = 0
  const stamps = new Map<Request, string | undefined>()
  const share = makeSharedPulls({ findStamp: async (request) => await Promise.resolve(stamps.get(request)) })
  const windows = Array.from({ length: 10 }, async (_, window) => {
    const request = new Request(url, { method: 'POST', headers: { 'accept-encoding': 'gzip, br' } })
    stamps.set(request, stampOf(window))
    const response = await share(request, pull, async () => {
      const read = (reads += 1)
      await new Promise((resolve) => setImmediate(resolve))
      return answer(read)
    })
    return await readWhole(response)
  })
  return { answers: await Promise.all(windows), reads: () => reads, share }
}

async function readWhole(response: Response): Promise<{ status: number; text: string; kind: string | null }> {
  const { status, headers } = response
  const body =
    headers.get('content-encoding') === 'gzip'
      ? response.body?.pipeThrough(new DecompressionStream('gzip'))
      : response.body
  return { status, text: await new Response(body).text(), kind: headers.get('x-kind') }
}

test('many identical concurrent pulls are answered by two reads, each complete', async () => {
  const { answers, reads } = await askTen(() => '8')

  expect(reads()).toBe(2)
  expect(answers).toEqual(Array.from({ length: 10 }, () => ({ status: 200, text: rows, kind: 'rows' })))
})

test('callers who read other fields, or do not see the space, do not get others’ answers', async () => {
  const others = await askTen((window) => (window % 2 === 0 ? '8 budget' : '8'))
  expect(others.reads()).toBe(3)

  const unseen = await askTen((window) => (window > 4 ? undefined : '8'))
  // The first, one of those who see it, and each of those who do not.
  expect(unseen.reads()).toBe(7)
})

test('a refusal, or a broken connection, is not shared', async () => {
  const { answers, reads } = await askTen(
    () => '8',
    (read) => (read === 2 ? Response.json({ message: 'canceling statement' }, { status: 500 }) : new Response(rows)),
  )
  expect(answers.filter(({ status }) => status === 500)).toHaveLength(1)
  expect(answers.filter(({ text }) => text === rows)).toHaveLength(9)
  expect(reads()).toBe(3)
})

test('an answer is not shared if its reader’s rights, or the space, changed while it was read', async () => {
  const seen: (string | undefined)[] = []
  let [reads, rights] = [0, 'member']
  const share = makeSharedPulls({ findStamp: async () => await Promise.resolve(`8 ${rights}`) })
  const ask = async (): Promise<void> => {
    const response = await share(new Request(url, { method: 'POST' }), pull, async () => {
      reads += 1
      if (reads === 2) rights = 'lead'
      return await Promise.resolve(new Response(`${rights} ${reads}`))
    })
    seen.push(await response.text())
  }

  await ask()
  await ask()
  rights = 'member'
  await ask()
  await ask()

  expect(seen).toEqual(['member 1', 'lead 2', 'member 3', 'member 3'])
})

test('a single pull is answered as usual, and so are a few later ones', async () => {
  let now = 0
  let [reads, stamps] = [0, 0]
  const share = makeSharedPulls({
    now: () => now,
    findStamp: async () => await Promise.resolve(`${(stamps += 1)}`),
  })
  const ask = async (since: number): Promise<void> => {
    await share(new Request(url, { method: 'POST' }), { ...pull, since }, async () => {
      reads += 1
      return await Promise.resolve(new Response(rows))
    })
  }

  await ask(7)
  await ask(8)
  now = 6000
  await ask(7)

  expect([reads, stamps]).toEqual([3, 0])
})

test('a client without gzip gets plain bytes, and a small answer is never compressed', async () => {
  const share = makeSharedPulls({ findStamp: async () => await Promise.resolve('8') })
  const ask = async (headers: Record<string, string>, text: string, since: number): Promise<Response> =>
    await share(
      new Request(url, { method: 'POST', headers }),
      { ...pull, since },
      async () => await Promise.resolve(new Response(text)),
    )
  const takesGzip = { 'accept-encoding': 'gzip' }
  for (const since of [1, 2])
    for (let turn = 0; turn < 2; turn++) await ask(takesGzip, since === 1 ? rows : '{}', since)

  const [gzipped, plain, small] = [await ask(takesGzip, rows, 1), await ask({}, rows, 1), await ask(takesGzip, '{}', 2)]

  expect([gzipped, plain, small].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null, null])
  expect(gzipped.headers.get('vary')).toContain('Accept-Encoding')
  expect(await plain.text()).toBe(rows)
  expect(await small.text()).toBe('{}')
})

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const ask = (headers: Record<string, string> = {}, address = url, method = 'POST'): Request =>
  new Request(address, { method, headers })

test('only a plain pull of a space is shared', () => {
  const args = bytes({ p_space_id: 'e1', p_since: 7 })
  expect(findSpacePull(ask({ 'content-profile': 'public', accept: '*/*' }), args)).toEqual(pull)
  expect(findSpacePull(ask(), bytes({ p_space_id: 'e1' }))).toEqual({ spaceId: 'e1', since: 0 })

  const apart = [
    findSpacePull(ask({ prefer: 'params=single-object' }), args),
    findSpacePull(ask({ accept: 'application/vnd.pgrst.object+json' }), args),
    findSpacePull(ask({ 'content-profile': 'private' }), args),
    findSpacePull(ask({ range: '0-9' }), args),
    findSpacePull(ask({}, `${url}?select=rev`), args),
    findSpacePull(ask({}, url.replace('pull_space', 'pull_item')), args),
    findSpacePull(ask({}, url, 'PUT'), args),
    findSpacePull(ask(), undefined),
    findSpacePull(ask(), new TextEncoder().encode('{')),
    findSpacePull(ask(), bytes([])),
    findSpacePull(ask(), bytes({ p_space_id: 'e1', p_since: '7' })),
    findSpacePull(ask(), bytes({ p_space_id: 'e1', p_since: 7, p_more: 1 })),
  ]
  expect(apart).toEqual(apart.map(() => undefined))
})
