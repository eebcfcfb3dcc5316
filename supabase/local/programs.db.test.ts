// What a program can do over HTTP with nothing but an access token.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let token: string
let studioId: string
let call: (name: string, args: object) => Promise<unknown>

beforeAll(async () => {
  host = await startTestHost({ demo: true })
  const client = host.connect()
  await client.auth.signInWithPassword({ email: 'ingrid.solberg@northlight.example', password: demoPassword })
  studioId = (await client.from('studios').select('id').single()).data?.id
  call = async (name, args) => {
    const { data, error } = await client.rpc(name, args)
    if (error) throw error
    return data
  }
  token = await makeToken('farm')
})
afterAll(() => host?.close())

async function makeToken(name: string): Promise<string> {
  return Object(await call('create_access_token', { p_studio_id: studioId, p_name: name })).token
}

type Asked = { method?: string; body?: object; headers?: Record<string, string>; with?: string | null }

async function ask(path: string, { method = 'GET', body, headers = {}, with: bearer = token }: Asked = {}) {
  const response = await fetch(host.url + path, {
    method,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: Object(await response.json().catch(() => null)) }
}

const places = ['/rest/v1/', '/functions/v1/api/']

test.each(places)('an access token alone reads and writes at %s', async (place) => {
  const [task] = (await ask(`${place}item_tasks?select=id,priority&limit=1`)).body

  const written = await ask(`${place}rpc/update_tasks`, {
    method: 'POST',
    body: { p_task_ids: [task.id], p_field: 'priority', p_values: [task.priority === 1 ? 2 : 1] },
  })

  expect(written).toMatchObject({ status: 200, body: { changed: 1, skipped: [] } })
})

test('the functions take an access token as well', async () => {
  expect(await ask(`/functions/v1/studio-feed?studio_id=${studioId}&limit=1`)).toMatchObject({
    status: 200,
    body: { items: [{}] },
  })
})

test.each(places)('an invalid token gets a 401 with the reason at %s, and never an empty list', async (place) => {
  const [revoked, expired] = [await makeToken('revoked'), await makeToken('expired')]
  const ofNobody = `xst_${'0'.repeat(64)}`
  // They have worked before, so the host has sessions for them.
  for (const with_ of [revoked, expired])
    expect((await ask(`${place}studios?select=id`, { with: with_ })).body).toHaveLength(1)
  const { tokens } = { tokens: Object(await call('list_access_tokens', { p_studio_id: studioId })) }
  const find = (name: string) =>
    tokens.find((each: { name: string; revoked_at: null }) => each.name === name && each.revoked_at === null)
  await call('revoke_access_token', { p_token_id: find('revoked').id })
  await host.database.query(`update private.access_tokens set expires_at = now() - interval '1 minute' where id = $1`, [
    find('expired').id,
  ])

  const answers = await Promise.all(
    [revoked, expired, ofNobody].map(async (with_) => await ask(`${place}studios?select=id`, { with: with_ })),
  )

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(answers.map(({ body }) => body.message ?? body.error)).toEqual([
    'This access token was revoked',
    'This access token has expired',
    'This access token is unknown',
  ])
  for (const { headers } of answers) expect(headers.get('www-authenticate')).toContain('invalid_token')
})

test('a token reaches only its own studio', async () => {
  const other = await host.admin.createUser()
  await other.client.rpc('create_studio', { p_name: 'Elsewhere' })

  const { body } = await ask('/rest/v1/studios?select=name')

  expect(body).toEqual([{ name: 'Northlight' }])
})

test('a list states its page size, and where the next page begins', async () => {
  const first = await ask('/rest/v1/items?select=id&order=id&limit=3')
  const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await ask(next)
  const last = await ask('/rest/v1/studios?select=id')

  expect(first.headers.get('page-limit')).toBe('1000')
  expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(
    (await ask('/rest/v1/items?select=id&order=id&limit=6')).body.map(({ id }: { id: string }) => id),
  )
  expect(last.headers.get('link')).toBeNull()
  const ranged = await ask('/rest/v1/items?select=id&order=id', { headers: { range: '3-5' } })
  expect(ranged.body).toEqual(second.body)
  const third = /^<(.*)>; rel="next"$/.exec(ranged.headers.get('link') ?? '')?.[1] ?? ''
  expect((await ask(third)).body).toEqual((await ask('/rest/v1/items?select=id&order=id&limit=3&offset=6')).body)
})

test('so does a procedure that returns rows, but not one that returns a value', async () => {
  const [{ id: p_studio_id }] = (await ask('/rest/v1/studios?select=id')).body
  const list = async (search: string) =>
    await ask(`/rest/v1/rpc/get_studio_timeline_blocks${search}`, { method: 'POST', body: { p_studio_id } })
  const first = await list('?order=id&limit=2')
  const next = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await ask(next, { method: 'POST', body: { p_studio_id } })
  const value = await ask('/rest/v1/rpc/get_user_active_studio', { method: 'POST', body: {} })

  expect([first.headers.get('page-limit'), value.headers.get('page-limit')]).toEqual(['1000', null])
  expect([...first.body, ...second.body]).toEqual((await list('?order=id&limit=4')).body)
  expect((await list('')).headers.get('link')).toBeNull()
})

test.each(['9b4f6a51-5a1c-4c56-8f2d-2c6a3c1f0a11', 'nightly build 42'])(
  'a write sent twice under Idempotency-Key %s is done once',
  async (key) => {
    const [task] = (await ask('/rest/v1/item_tasks?select=id,status_id&is_disabled=eq.false&limit=1')).body
    const [status] = (await ask(`/rest/v1/task_statuses?select=id&id=neq.${task.status_id}&limit=1`)).body
    const headers = { 'idempotency-key': key }
    const body = { p_task_ids: [task.id], p_status_id: status.id }
    const send = async (each: object) =>
      await ask('/rest/v1/rpc/set_tasks_status', { method: 'POST', body: each, headers })

    const first = await send(body)
    // Somebody changes it back in between.
    await call('set_tasks_status', { p_task_ids: [task.id], p_status_id: task.status_id })
    const repeat = await send(body)
    const other = await send({ ...body, p_status_id: task.status_id })

    expect(first).toMatchObject({ status: 200, body: { changed: 1 } })
    expect(repeat).toMatchObject({ status: 200, body: first.body })
    expect((await ask(`/rest/v1/item_tasks?select=status_id&id=eq.${task.id}`)).body).toEqual([
      { status_id: task.status_id },
    ])
    expect(other).toMatchObject({ status: 409, body: { code: '23505' } })
  },
)

test('a procedure that calls another is one operation under its key', async () => {
  const [task] = (await ask('/rest/v1/item_tasks?select=id,status_id&is_disabled=eq.false&limit=1')).body
  const [status] = (await ask(`/rest/v1/task_statuses?select=id&id=neq.${task.status_id}&limit=1`)).body
  const body = { p_task_ids: [task.id], p_field: 'status_id', p_values: [status.id] }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = async () => await ask('/rest/v1/rpc/update_tasks', { method: 'POST', body, headers })

  expect((await send()).body).toMatchObject({ changed: 1 })
  expect((await send()).body).toMatchObject({ changed: 1 })
})

test('a write that cannot store its key is refused with one: direct to a table, or by a procedure without operations', async () => {
  const [item] = (await ask('/rest/v1/items?select=id,title&limit=1')).body
  const [task] = (await ask('/rest/v1/item_tasks?select=id&limit=1')).body
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const prefer = 'return=representation'
  const rename = async (more: Record<string, string>) =>
    await ask(`/rest/v1/items?id=eq.${item.id}`, { method: 'PATCH', body: { title: 'Renamed' }, headers: more })
  const body = { p_task_id: task.id, p_is_following: true }
  const follow = async (more: Record<string, string>) =>
    await ask('/rest/v1/rpc/set_following', { method: 'POST', body, headers: more })
  const message =
    'No Idempotency-Key is kept here: rows are written under one by insert_rows, update_rows and delete_rows, ' +
    'procedures that take no operation id by run_once'

  for (const refused of [await rename(headers), await follow(headers)])
    expect(refused).toMatchObject({ status: 400, body: { code: '22023', message } })
  expect((await ask(`/rest/v1/items?select=title&id=eq.${item.id}`, { headers })).body).toEqual([{ title: item.title }])
  expect((await rename({ prefer })).body).toMatchObject([{ title: 'Renamed' }])
  expect((await follow({})).status).toBeLessThan(300)
})

test.each(places)('the root of %s is the description of everything that can be called', async (place) => {
  const { status, headers, body } = await ask(place)

  expect({ status, type: headers.get('content-type'), openapi: body.openapi }).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
    openapi: '3.1.0',
  })
  expect(body).toEqual((await ask('/openapi.json')).body)
})

test.each(places)('a page of another origin may send a key, and may read %s’s paging headers', async (place) => {
  const preflight = await fetch(`${host.url}${place}items`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,prefer',
    },
  })
  const { headers } = await ask(`${place}items?select=id&limit=1`, { headers: { origin: 'http://localhost:5173' } })
  const list = (name: string, of: Headers): string[] => (of.get(name) ?? '').toLowerCase().split(/, */)

  expect(preflight.ok).toBe(true)
  expect(list('access-control-allow-headers', preflight.headers)).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'prefer']),
  )
  expect(headers.get('access-control-allow-origin')).toBe('*')
  const exposed = list('access-control-expose-headers', headers)
  for (const name of ['content-range', 'page-limit', 'link', 'www-authenticate']) {
    expect(exposed).toContain(name)
    if (name !== 'www-authenticate') expect(headers.has(name)).toBe(true)
  }
})

test('a conditional write does not overwrite somebody else’s change', async () => {
  const [item] = (await ask('/rest/v1/items?select=id,description&limit=1')).body
  const change = { key: { id: item.id }, values: { description: 'Rain' }, expected: { description: 'Snow' } }

  const { status, body } = await ask('/rest/v1/rpc/update_rows', {
    method: 'POST',
    body: { p_table: 'items', p_changes: [change] },
  })

  expect({ status, code: body.code }).toEqual({ status: 409, code: 'P0409' })
})
