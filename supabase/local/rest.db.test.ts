import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let ann: TestUser
let session: string

beforeAll(async () => {
  host = await startTestHost()
  ann = await host.admin.createUser('ann@example.com', 'Ann')
  session = (await ann.client.auth.getSession()).data.session?.access_token ?? ''
})
afterAll(() => host?.close())

type Asked = { method?: string; headers?: Record<string, string>; body?: unknown }
type Answer = { status: number; headers: Headers; body: unknown }

/** As Ann, unless the headers say otherwise. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  const response = await fetch(`${host.url}${path}`, {
    method,
    headers: {
      apikey: host.keys.publishableKey,
      authorization: `Bearer ${session}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Ann's session with other claims, signed as the host does unless a key is given. */
function sign(changes: object, { header = { alg: 'HS256', typ: 'JWT' }, key = host.keys.jwtSecret } = {}): string {
  const claims = JSON.parse(Buffer.from(session.split('.')[1] ?? '', 'base64url').toString())
  const body = `${encode(header)}.${encode({ ...claims, ...changes })}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

const wrongKey = { code: 'PGRST301', message: 'This session was not issued here: sign in again' }
const shapeless = {
  code: 'PGRST301',
  message: 'This is neither an access token, which begins with xst_, nor a session',
}
const unsaid = 'Send Authorization: Bearer with an access token, which begins with xst_, or a session'
const notLive = { code: 'PGRST303', message: 'The access token of this session is revoked or has expired' }

const badTokens: [what: string, make: () => string, refusal: { code: string; message: string }][] = [
  ['"undefined"', () => 'undefined', shapeless],
  [
    'an access token that nobody has made',
    () => `xst_${'0'.repeat(64)}`,
    { code: 'PGRST301', message: 'This access token is unknown' },
  ],
  ['a key of nobody', () => 'sb_secret_wrong', shapeless],
  ['signed with another key', () => sign({}, { key: 'a key of their own' }), wrongKey],
  ['in need of no signature', () => `${encode({ alg: 'none' })}.${session.split('.')[1]}.`, shapeless],
  ['unsigned but for a word', () => `${encode({ alg: 'none' })}.${session.split('.')[1]}.x`, wrongKey],
  [
    'expired',
    () => sign({ exp: 1_700_000_000 }),
    { code: 'PGRST303', message: 'This session has expired: sign in again' },
  ],
  ['of an access token that is gone', () => sign({ studio_id: crypto.randomUUID() }), notLive],
]

describe('a rejected token gets its reason, and reads no empty studio', () => {
  test.each(badTokens)('%s', async (_, make, refusal) => {
    const headers = { authorization: `Bearer ${make()}` }
    const file = `/storage/v1/object/authenticated/media/${crypto.randomUUID()}`

    const answers = [
      await ask('/rest/v1/studios', { headers }),
      await ask(`/rest/v1/user_profiles?id=eq.${ann.id}`, { method: 'PATCH', headers, body: { display_name: 'x' } }),
      await ask('/rest/v1/rpc/get_user_active_studio', { method: 'POST', headers, body: {} }),
    ]
    const stored = [
      await ask('/storage/v1/object/list/media', { method: 'POST', headers, body: { prefix: '' } }),
      await ask(file, { headers }),
      await ask(file, { method: 'HEAD', headers }),
    ]
    const called = await ask('/functions/v1/notifications', { headers })
    const passedOn = await ask('/functions/v1/api/studios', { headers })
    const posted = await ask('/realtime/v1/api/broadcast', {
      method: 'POST',
      headers: { ...headers, apikey: host.keys.publishableKey },
      body: { messages: [] },
    })

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, body: refusal })
      expect(answer.headers.get('www-authenticate')).toBe(
        `Bearer error="invalid_token", error_description="${refusal.message}"`,
      )
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    for (const { status } of stored) expect(status).toBe(401)
    expect(stored[0]?.body).toMatchObject({ statusCode: '401', error: 'InvalidJWT', message: refusal.message })
    expect(called).toMatchObject({ status: 401, body: { code: 'invalid_token', error: refusal.message } })
    expect(called.headers.get('www-authenticate')).toContain(refusal.message)
    expect([passedOn.status, Object.values(Object(passedOn.body))]).toEqual([
      401,
      expect.arrayContaining([refusal.message]),
    ])
    expect(posted).toMatchObject({ status: 401, body: { message: expect.stringMatching(/^InvalidJWTToken: [A-Z]/) } })
    expect(JSON.stringify(posted.body)).not.toMatch(/parts|key type/)
  })

  test.each([
    ['Bearer without one', () => 'Bearer', /must be Bearer/],
    ['a token without Bearer', () => session, /must be Bearer/],
    ['another scheme', () => `Token ${session}`, /must be Bearer/],
    ['a name and a password', () => 'Basic YW5uOnNlY3JldA==', /must be Bearer/],
    ['two tokens', () => `Bearer undefined, Bearer ${session}`, /./],
  ])('%s', async (_, make, message) => {
    const headers = { authorization: make() }

    for (const path of ['/rest/v1/user_profiles', '/storage/v1/bucket', '/functions/v1/notifications'])
      expect({ path, ...(await ask(path, { headers })) }).toMatchObject({ path, status: 401 })
    const bodies = [await ask('/storage/v1/bucket', { headers }), await ask('/functions/v1/notifications', { headers })]
    for (const { body } of bodies) expect(JSON.stringify(body)).toMatch(message)
  })

  test('a token in place of the key opens no files', async () => {
    const list = async (apikey: string) =>
      await ask('/storage/v1/object/list/media', { method: 'POST', headers: { apikey, authorization: '' }, body: {} })

    expect(await list('')).toMatchObject({ status: 401, body: { message: unsaid } })
    for (const key of [session, `xst_${'0'.repeat(64)}`, 'sb_publishable_wrong'])
      expect(await list(key)).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    expect(await list(host.keys.publishableKey)).toMatchObject({ status: 200, body: [] })
  })

  test.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['of somebody who has signed out', (user) => user.client.auth.signOut({ scope: 'local' })],
    ['of an account that is gone', (user) => host.admin.client.auth.admin.deleteUser(user.id)],
  ])('%s', async (_, end) => {
    const ben = await host.admin.createUser()
    const token = (await ben.client.auth.getSession()).data.session?.access_token ?? ''
    const headers = { authorization: `Bearer ${token}` }
    expect(await ask('/rest/v1/user_profiles?select=id', { headers })).toMatchObject({ body: [{ id: ben.id }] })

    await end(ben)

    for (const path of ['/rest/v1/user_profiles', '/storage/v1/bucket', '/functions/v1/api/studios'])
      expect({ path, ...(await ask(path, { headers })) }).toMatchObject({
        path,
        status: 401,
        body: { message: 'This session has ended: it was signed out' },
      })
    expect(await ask('/functions/v1/notifications', { headers })).toMatchObject({
      status: 401,
      body: { error: 'This session has ended: it was signed out' },
    })
    const client = host.connect()
    await client.realtime.setAuth(token)
    const joined = await new Promise((resolve) => {
      client.channel('anything').subscribe(resolve)
    })
    await client.removeAllChannels()
    expect(joined).toBe('CHANNEL_ERROR')
  })

  test('the service key, beside the publishable one', async () => {
    const headers = { authorization: `Bearer ${host.keys.serviceKey}` }

    expect(await ask('/rest/v1/studios', { headers })).toMatchObject({ status: 401, body: shapeless })
  })

  test('the Bearer scheme in lower case', async () => {
    const headers = { authorization: `bearer ${session}` }
    const { status, body } = await ask('/rest/v1/user_profiles?select=id', { headers })

    expect({ status, body }).toEqual({ status: 200, body: [{ id: ann.id }] })
    expect(await ask('/auth/v1/user', { headers })).toMatchObject({ status: 200, body: { id: ann.id } })
  })

  test('without a session a request is anonymous, and is told that one is required', async () => {
    expect(await ask('/rest/v1/studios', { headers: { authorization: '', apikey: '' } })).toMatchObject({
      status: 401,
      body: { message: unsaid },
    })
    for (const headers of [{ authorization: '' }, { authorization: `Bearer ${host.keys.publishableKey}` }]) {
      const answer = await ask('/rest/v1/studios', { headers })

      expect(answer).toMatchObject({
        status: 401,
        body: { code: '42501', message: 'permission denied for table studios' },
      })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test.each([
    ['', 'No API key found in request'],
    ['sb_publishable_wrong', 'Invalid API key'],
    ['a session', 'Invalid API key'],
  ])('with the key "%s": %s', async (key, message) => {
    const apikey = key === 'a session' ? session : key

    expect(await ask('/rest/v1/studios', { headers: { apikey } })).toMatchObject({ status: 401, body: { message } })
  })
})

describe('a write with Prefer: tx=rollback', () => {
  const readProfile = () => ann.client.from('user_profiles').select('display_name').eq('id', ann.id).single()

  test.each(['tx=rollback', 'return=representation, tx=rollback', 'return=minimal,Tx = rollback'])(
    'is refused, and writes nothing: Prefer: %s',
    async (prefer) => {
      const before = await readProfile()

      const patched = await ask(`/rest/v1/user_profiles?id=eq.${ann.id}`, {
        method: 'PATCH',
        headers: { prefer },
        body: { display_name: 'Only trying' },
      })
      const called = await ask('/rest/v1/rpc/create_studio', {
        method: 'POST',
        headers: { prefer },
        body: { p_name: 'Only trying' },
      })

      for (const { status, headers, body } of [patched, called]) {
        expect(status).toBe(400)
        expect(headers.get('preference-applied')).toBeNull()
        expect(body).toMatchObject({ code: 'PGRST122', message: expect.stringContaining('nothing was written') })
      }
      expect(await readProfile()).toEqual(before)
      expect(await ask('/rest/v1/studios')).toMatchObject({ body: [] })
    },
  )
})
