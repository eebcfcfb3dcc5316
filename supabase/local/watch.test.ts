import { expect, test } from 'vitest'
import type { Handler } from './http.ts'
import { makeWatch, recordCaller, toRoute, type WatchParts } from './watch.ts'

const answer: Handler = async (request) => new Response('ok', { status: request.url.includes('none') ? 401 : 200 })
const ann = '0190b1c0-0000-7000-8000-00000000000a'
const toToken = (sub: string) =>
  `h.${Buffer.from(JSON.stringify({ sub, email: 'ann@a.example' })).toString('base64url')}.signature`
const token = toToken(ann)

function aWatch(parts: Partial<WatchParts> = {}) {
  const lines: string[] = []
  const watch = makeWatch({ isLogged: true, metricsKey: 'k'.repeat(20), write: (line) => lines.push(line), ...parts })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    watch.watch(answer)(new Request(`http://h${path}`, { headers }), '10.0.0.1')
  const metrics = watch.makeMetrics(async () => ({ xsheet_sockets: 3 }))
  const readMetrics = async (key = 'k'.repeat(20)) =>
    await metrics(new Request('http://h/metrics', { headers: { authorization: `Bearer ${key}` } }), undefined)
  return { lines, ask, readMetrics, countRun: watch.countRun }
}

test('a request is one line of JSON: what was requested, by whom, the outcome, and none of its content', async () => {
  const { lines, ask } = aWatch()

  const response = await ask('/rest/v1/items?title=eq.secret', {
    authorization: `Bearer ${token}`,
    apikey: 'sb_secret',
  })

  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: expect.stringMatching(/^\d{4}-/),
    level: 'info',
    id: response.headers.get('x-request-id'),
    method: 'GET',
    route: '/rest/v1/items',
    status: 200,
    ms: expect.any(Number),
    user: ann,
    peer: '10.0.0.1',
  })
  expect(lines[0]).not.toMatch(/secret|signature|a\.example/)
})

test('a proxy’s valid request id is kept, and a refused caller is logged as nobody', async () => {
  const { lines, ask } = aWatch()

  const given = await ask('/none', { 'x-request-id': 'req-12345678', authorization: `Bearer ${token}` })
  const odd = await ask('/', { 'x-request-id': 'a b"c' })

  expect(given.headers.get('x-request-id')).toBe('req-12345678')
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('user')
})

test('a caller with an access token is logged as its owner', async () => {
  const lines: string[] = []
  const { watch } = makeWatch({ isLogged: true, metricsKey: undefined, write: (line) => lines.push(line) })
  const exchanged: Handler = async () => {
    await Promise.resolve()
    recordCaller(ann)
    return new Response('ok')
  }

  await watch(exchanged)(new Request('http://h/', { headers: { authorization: 'Bearer xst_secret' } }), undefined)

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ user: ann })
  expect(lines[0]).not.toContain('secret')
})

test('metrics are in Prometheus format: each name declared once, each line one sample', async () => {
  const { ask, readMetrics } = aWatch()
  await ask('/rest/v1/items')
  await ask('/rest/v1/%22%0Ado_not')

  const lines = (await (await readMetrics()).text()).trimEnd().split('\n')

  const types = lines.flatMap((line) => /^# TYPE (\w+) (?:counter|gauge|histogram|summary)$/.exec(line)?.[1] ?? [])
  const label = String.raw`[a-z_]+="(?:[^"\\\n]|\\["\\n])*"`
  const sample = new RegExp(
    String.raw`^(\w+)(?:\{${label}(?:,${label})*\})? (?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\+Inf|Na[Nn])$`,
  )
  const samples = lines.filter((line) => /^[^#]/.test(line))
  expect(new Set(types).size).toBe(types.length)
  expect(new Set(samples.map((line) => line.slice(0, line.lastIndexOf(' ')))).size).toBe(samples.length)
  const names = samples.map((line) => sample.exec(line)?.[1]?.replace(/_(?:bucket|sum|count)$/, '') ?? line)
  expect(names.filter((name) => !types.includes(name))).toEqual([])
})

test('an invalid user id is not logged as one', async () => {
  const { lines, ask } = aWatch()

  await ask('/rest/v1/items', { authorization: `Bearer ${toToken('xst_secret')}` })

  expect(lines[0]).not.toContain('secret')
})

test('nothing is logged unless requested', async () => {
  const { lines, ask } = aWatch({ isLogged: false })

  await ask('/rest/v1/items')

  expect(lines).toEqual([])
})

test.each([
  ['/rest/v1/rpc/pull_space', '/rest/v1/rpc/pull_space'],
  ['/storage/v1/object/media/the secret film.mov', '/storage/v1/object'],
  ['/functions/v1/calendar-feed/0123secret', '/functions/v1/calendar-feed'],
  ['/rest/v1/%27%20or%201', '/rest/v1/…'],
  ['/studio/northlight/projects', 'app'],
  ['/healthz', '/healthz'],
  ['/a-secret/v1/x', 'app'],
])('%s counts as %s', (path, route) => {
  expect(toRoute(path)).toBe(route)
})

test('made-up names are counted as one, and the studio’s own by themselves, refused or not', async () => {
  const { watch, makeMetrics } = makeWatch({ isLogged: false, metricsKey: 'k' })
  const ask = (path: string, status: number) =>
    watch(async () => new Response('', { status }))(new Request(`http://h${path}`), undefined)
  for (let n = 0; n < 50; n += 1) await ask(`/rest/v1/made_up_${n}`, 404)
  await ask('/rest/v1/rpc/pull_space', 200)
  await ask('/rest/v1/rpc/pull_space', 403)

  const request = new Request('http://h/metrics', { headers: { authorization: 'Bearer k' } })
  const text = await (await makeMetrics(async () => ({}))(request, undefined)).text()

  expect(text).not.toContain('made_up')
  expect(text).toContain('xsheet_requests_total{route="/rest/v1/…",method="GET",status="404"} 50')
  expect(text).toContain('xsheet_requests_total{route="/rest/v1/rpc/pull_space",method="GET",status="403"} 1')
})

test('metrics require the key', async () => {
  const { countRun, ask, readMetrics } = aWatch()
  await ask('/rest/v1/items')
  await ask('/rest/v1/items')
  countRun('sweep', 'done')

  const text = await (await readMetrics()).text()

  expect(text).toContain('xsheet_requests_total{route="/rest/v1/items",method="GET",status="200"} 2')
  expect(text).toContain('xsheet_request_seconds_count{route="/rest/v1/items"} 2')
  expect(text).toContain('xsheet_sockets 3')
  expect(text).toContain('xsheet_schedule_runs_total{schedule="sweep",outcome="done"} 1')
  expect((await readMetrics('another')).status).toBe(404)
  expect((await aWatch({ metricsKey: undefined }).readMetrics()).status).toBe(404)
})
