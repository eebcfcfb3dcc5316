import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { directories } from '#supabase/local/places.ts'
import type { TestStudio } from '#tests/database/a-studio.ts'
import { aStudio, call } from '#tests/database/a-studio.ts'
import { type FakePushService, startFakePushService } from '#tests/fakes/fake-push-service.ts'
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/fake-smtp.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { functionNames, serveByDeno, type Serving, startDeno } from './run-deno.ts'

const cwd = directories.functions

let host: TestHost
let studio: TestStudio
let running: Serving | undefined
const vapid = webPush.generateVAPIDKeys()
let pushService: FakePushService
let smtp: FakeSmtp

beforeAll(async () => {
  pushService = await startFakePushService(vapid.publicKey)
  smtp = await startFakeSmtp()
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(async () => {
  await stop()
  await host.close()
  await pushService.close()
  await smtp.close()
})

async function serve(name: string): Promise<string> {
  const env = {
    SUPABASE_URL: host.url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: host.keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: host.keys.serviceKey }),
    TOKEN_SIGNING_KEY: host.keys.jwtSecret,
    PUBLIC_URL: 'https://xsheet.northlight.example',
    PUSH_SERVICES: pushService.url,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:it@northlight.example',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'xsheet@northlight.example',
  }
  running = await serveByDeno({ args: ['--config', 'deno.json', `${name}/index.ts`], cwd, env })
  return running.url
}

async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

async function headersOf(): Promise<Record<string, string>> {
  const { data } = await studio.member.client.auth.getSession()
  return { authorization: `Bearer ${data.session?.access_token}` }
}

test('Deno type-checks every function', async () => {
  const entries = functionNames.map((name) => `${name}/index.ts`)
  const options = ['--config', 'deno.json', '--no-lock', '--node-modules-dir=none']
  const child = startDeno({ args: ['check', ...options, ...entries], cwd })
  let printed = ''
  child.stderr?.on('data', (piece: Buffer) => (printed += piece.toString()))

  await once(child, 'close')

  expect({ exitCode: child.exitCode, printed }).toMatchObject({ exitCode: 0 })
  expect(functionNames).toHaveLength(18)
})

const missing = crypto.randomUUID()
const file = { filename: 'a.png', content_type: 'image/png', size_bytes: 1 }
const requests: Record<string, () => { query?: string; body?: object; answer: object }> = {
  'upload-attachment': () => ({
    body: { files: [file], studio_id: studio.id },
    answer: { uploads: [{ filename: 'a.png', upload_url: expect.stringContaining(host.url) }] },
  }),
  'upload-parts': () => ({
    body: { media_id: missing },
    answer: { error: 'Media not found', code: 'P0002' },
  }),
  'get-attachment-url': () => ({
    body: { media_id: missing },
    answer: { error: 'Media not found', code: 'not_found' },
  }),
  'get-attachment-urls': () => ({ body: { media_ids: [missing] }, answer: { urls: [] } }),
  notifications: () => ({ query: '?limit=50', answer: { items: [], next_cursor: null } }),
  events: () => ({
    query: `?studio_id=${studio.id}&after=999999`,
    answer: { events: [], cursor: 999_999, newest: expect.any(Number) },
  }),
  'studio-feed': () => ({
    query: `?studio_id=${studio.id}&actions=REVISION_ADD`,
    answer: { items: [], next_cursor: null },
  }),
}

/** Functions that accept callers without a session. */
const open: Record<string, () => Promise<{ body: object; answer: object }>> = {
  'exchange-token': async () => {
    const { token } = await call<{ token: string }>(studio.member.client, 'create_access_token', {
      p_studio_id: studio.id,
      p_name: 'Deno',
    })
    return { body: { token }, answer: { access_token: expect.any(String), user: { id: studio.member.id } } }
  },
  'device-sign-in': async () => ({ body: {}, answer: { user_code: expect.any(String), interval: 3 } }),
}

test.each(Object.keys(open))('%s works under Deno without a session', async (name) => {
  const { body, answer } = (await open[name]?.()) ?? { answer: {} }
  const response = await fetch(await serve(name), { method: 'POST', body: JSON.stringify(body) })
  const answered: unknown = await response.json()

  await stop()
  expect(answered).toMatchObject(answer)
})

test('calendar-feed serves a calendar under Deno to whoever has its token', async () => {
  const token = await call<string>(studio.member.client, 'create_calendar_feed', { p_studio_id: studio.id })
  const url = await serve('calendar-feed')
  const response = await fetch(`${url}/?token=${token}`)
  const unknown = await fetch(`${url}/?token=${'0'.repeat(40)}`)
  const calendar = await response.text()

  await stop()
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(calendar).toContain('BEGIN:VCALENDAR')
  expect(unknown.status).toBe(404)
})

const apart = new Set([
  ...Object.keys(open),
  'api',
  'calendar-feed',
  'deliver-events',
  'deliver-notifications',
  'media-jobs',
  'run-rules',
  'send-reports',
  'stop-digest',
  'sweep-media',
])

test('api calls procedures and reads tables under Deno with a plain access token', async () => {
  const { token } = await call<{ token: string }>(studio.member.client, 'create_access_token', {
    p_studio_id: studio.id,
    p_name: 'Deno',
  })
  const url = await serve('api')
  const ask = async (path: string, bearer: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/${path}`, { ...init, headers })
    return { status: response.status, body: await response.json() }
  }
  const answers = [
    await ask('studios?select=id', token),
    await ask('rpc/diagnose_user_roles', token, { method: 'POST', body: JSON.stringify({ p_studio_id: studio.id }) }),
    await ask('studios?select=id', `xst_${'0'.repeat(64)}`),
  ]

  await stop()
  expect(answers).toMatchObject([
    { status: 200, body: [{ id: studio.id }] },
    { status: 200, body: { role: 'member' } },
    { status: 401, body: { code: 'invalid_token', error: 'This access token is unknown' } },
  ])
})

test('deliver-notifications sends web push and mail under Deno', async () => {
  const { viewer, owner } = studio
  const keys = pushService.subscribe('/deno')
  const subscription = { p_endpoint: keys.endpoint, p_p256dh: keys.p256dh, p_auth: keys.auth }
  await call(viewer.client, 'save_push_subscription', subscription)
  await host.database.execute(`
    update public.user_profiles set digest = 'daily' where id = '${viewer.id}';
    update private.digest_runs set sent_for = '2020-01-01';
    select private.notify('mention', '${studio.id}', null, 'task', '${crypto.randomUUID()}', '{"excerpt": "Under Deno"}', array['${viewer.id}'::uuid]);
  `)
  const url = await serve('deliver-notifications')
  const deliver = async (authorization: string): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers: { authorization }, body: '{}' })).json()

  const refused = await deliver(`Bearer ${(await owner.client.auth.getSession()).data.session?.access_token}`)
  const answer = await deliver(`Bearer ${host.keys.serviceKey}`)

  await stop()
  expect(refused).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  expect(answer).toEqual({
    push: { sent: 1, gone: 0, later: 0, problems: [] },
    digests: { sent: 1, later: 0, problems: [] },
  })
  expect(pushService.received).toMatchObject([{ payload: { body: 'Blue Unicorn\nUnder Deno', count: 1, url: '/' } }])
  expect(smtp.mails).toMatchObject([{ to: viewer.email, content: expect.stringContaining('Under Deno') }])
})

test('deliver-events delivers under Deno for the schedule', async () => {
  const url = await serve('deliver-events')
  const deliver = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers, body: '{}' })).json()

  const refused = await deliver(await headersOf())
  const answer = await deliver({ authorization: `Bearer ${host.keys.serviceKey}` })

  await stop()
  expect(refused).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  expect(answer).toEqual({ sent: 0, later: 0, problems: [] })
})

test('run-rules runs rules under Deno for the schedule', async () => {
  const url = await serve('run-rules')
  const run = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers, body: '{}' })).json()

  const refused = await run(await headersOf())
  const answer = await run({ authorization: `Bearer ${host.keys.serviceKey}` })

  await stop()
  expect(refused).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  expect(answer).toEqual({ events: 0, done: 0, problems: [] })
})

test('send-reports sends reports under Deno for the schedule', async () => {
  const url = await serve('send-reports')
  const send = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers, body: '{}' })).json()

  const refused = await send(await headersOf())
  const answer = await send({ authorization: `Bearer ${host.keys.serviceKey}` })

  await stop()
  expect(refused).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  expect(answer).toEqual({ sent: 0, later: 0, problems: [] })
})

test('sweep-media sweeps under Deno for the schedule', async () => {
  const url = await serve('sweep-media')
  const sweep = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers })).json()

  const refused = await sweep(await headersOf())
  const answer = await sweep({ authorization: `Bearer ${host.keys.serviceKey}` })

  await stop()
  expect(refused).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  expect(answer).toEqual({ files: 0, objects: 0, events: 0 })
})

test('media-jobs hands out work under Deno to media workers only', async () => {
  await host.database.execute('delete from private.media_jobs')
  const url = await serve('media-jobs')
  const claim = async (headers: Record<string, string>): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ action: 'claim', worker: 'Deno' }) })).json()

  const refused = await claim(await headersOf())
  const answer = await claim({ authorization: `Bearer ${host.keys.serviceKey}` })

  await stop()
  expect(refused).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  expect(answer).toEqual({ job: null })
})

test('stop-digest ends the digests under Deno', async () => {
  const { viewer } = studio
  await host.database.execute(`update public.user_profiles set digest = 'daily' where id = '${viewer.id}'`)
  const [row] = await host.database.query<{ token: string }>('select stop_token as token from private.digest_runs')
  const response = await fetch(`${await serve('stop-digest')}/?token=${row?.token}`, { method: 'POST' })

  await stop()
  expect(response.status).toBe(200)
  const { data } = await viewer.client.from('user_profiles').select('digest').eq('id', viewer.id)
  expect(data).toEqual([{ digest: 'off' }])
})

describe.each(functionNames.filter((name) => !apart.has(name)))('%s', (name) => {
  test('answers under Deno as on the host, and refuses the signed out', async () => {
    const { query = '', body, answer } = requests[name]?.() ?? { answer: { tested: name } }
    const url = `${await serve(name)}/${query}`
    const init = { ...(body && { method: 'POST', body: JSON.stringify(body) }) }

    const signedIn = await fetch(url, { ...init, headers: await headersOf() })
    const signedOut = await fetch(url, init)
    const bodies = [await signedIn.json(), await signedOut.json()]

    await stop()
    expect(bodies[0]).toMatchObject(answer)
    expect(signedIn.headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
    expect(signedOut.status).toBe(401)
    expect(bodies[1]).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
  })
})
