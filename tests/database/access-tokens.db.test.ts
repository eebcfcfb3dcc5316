import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handler as exchangeToken } from '#supabase/functions/exchange-token/handler.ts'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal, roleId } from './a-studio.ts'
import { tryUntilBlocked } from './wrong-tries.ts'

let host: TestHost
let studio: TestStudio
let other: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let elsewhere: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost({ settings: { allowedEmailDomains: ['example.com'] } })
  studio = await aStudio(host)
  other = await aStudio(host, 'Green Gryphon')
  shot = await aTask(studio)
  elsewhere = await aTask(other, 'Moth')
  // One person in both studios, so that only the token separates them.
  for (const [user, role] of [
    [studio.member, 'admin'],
    [studio.owner, 'admin'],
  ] as const)
    await host.admin.client
      .from('studio_members')
      .insert({ studio_id: other.id, user_id: user.id, role_id: roleId(role) })
})
afterAll(() => host.close())

type Made = { id: string; token: string; expires_at: string }
type Session = { access_token: string; expires_at: number; studio_id: string; user: { id: string; name: string } }

const make = (who: TestUser, args: object = {}): Promise<Made> =>
  call(who.client, 'create_access_token', { p_studio_id: studio.id, p_name: 'Farm', ...args })

async function ask(name: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${host.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: host.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function exchange(token: string): Promise<Session> {
  const { status, body } = await ask('exchange-token', { token })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as unknown as Session // the function's documented response
}

function connect({ access_token: token }: Session): SupabaseClient {
  return createClient(host.url, host.keys.publishableKey, { accessToken: async () => token })
}

const studiosOf = async (client: SupabaseClient): Promise<unknown[]> =>
  ((await client.from('studios').select('id')).data ?? []).map(({ id }) => id)

describe('a personal access token', () => {
  test('is shown once, stored as a hash, and exchanged for its owner’s session of fifteen minutes', async () => {
    const made = await make(studio.member, { p_days: 30 })
    const session = await exchange(made.token)
    const listed = await call<Record<string, unknown>[]>(studio.member.client, 'list_access_tokens', {
      p_studio_id: studio.id,
    })
    const kept = await host.database.query('select t::text as text from private.access_tokens t')

    expect(made.token).toMatch(/^xst_[0-9a-f]{64}$/)
    expect(JSON.stringify(kept)).not.toContain(made.token.slice(4))
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({
      name: 'Farm',
      hint: made.token.slice(-4),
      user_id: studio.member.id,
      is_service: false,
      revoked_at: null,
      last_used_at: expect.any(String),
    })
    expect(session.user).toMatchObject({ id: studio.member.id, name: 'Max Member' })
    expect(session.expires_at * 1000 - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    expect(session.expires_at * 1000 - Date.now()).toBeGreaterThan(14 * 60_000)
    const changed = await connect(session)
      .from('projects')
      .update({ name: 'By token' })
      .eq('id', shot.project.id)
      .select()
    expect(changed.data).toHaveLength(1)
  })

  test('grants access to its studio only, even if its owner is in two', async () => {
    const client = connect(await exchange((await make(studio.owner)).token))

    expect(new Set(await studiosOf(studio.owner.client))).toEqual(new Set([studio.id, other.id]))
    expect(await studiosOf(client)).toEqual([studio.id])
    const found: string[] = []
    for (const table of ['projects', 'spaces', 'items', 'item_tasks', 'stages', 'studio_members']) {
      const { data } = await client.from(table).select('studio_id').eq('studio_id', other.id)
      if (data?.length !== 0) found.push(table)
    }
    expect(found).toEqual([])
    const rename = await client.from('projects').update({ name: 'Taken' }).eq('id', elsewhere.project.id).select()
    expect(rename.data).toEqual([])
    expect(await refusal(client, 'pull_studio', { p_studio_id: other.id })).toMatchObject({ code: 'P0002' })
    expect(await refusal(client, 'pull_space', { p_space_id: elsewhere.space.id })).toMatchObject({ code: 'P0002' })
    const status = { p_task_ids: [elsewhere.task.id], p_status_id: elsewhere.spareStatus.id }
    const { data, error } = await client.rpc('set_tasks_status', status)
    expect(error?.code ?? data.changed).not.toBe(1)
    expect(await call(client, 'debug_user_studio_access')).toMatchObject([{ studio_id: studio.id }])
    expect(await call(client, 'pull_studio', { p_studio_id: studio.id })).toMatchObject({ full: true })
  })

  test('grants nothing personal: no tokens, studios, preferences, profile or password', async () => {
    const session = await exchange((await make(studio.member)).token)
    const client = connect(session)
    const preference = { key: 'x', value: 1 }

    expect(await refusal(client, 'create_access_token', { p_studio_id: studio.id, p_name: 'More' })).toMatchObject({
      code: '42501',
    })
    expect(await refusal(client, 'create_studio', { p_name: 'Mine' })).toMatchObject({ code: '42501' })
    const [invite] = await call<{ token: string }[]>(other.owner.client, 'generate_studio_invite', {
      p_studio_id: other.id,
    })
    const stray = connect(await exchange((await make(studio.viewer)).token))
    expect(await refusal(stray, 'accept_studio_invite', { p_token: invite?.token })).toMatchObject({ code: '42501' })
    expect((await client.from('user_preferences').insert(preference)).error).not.toBeNull()
    expect(
      (await client.from('user_profiles').update({ display_name: 'X' }).eq('id', studio.member.id).select()).data,
    ).toEqual([])
    const password = await fetch(`${host.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: host.keys.publishableKey, authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ password: 'taken-over-1' }),
    })
    expect(password.status).toBeGreaterThanOrEqual(400)
    expect((await host.connect().auth.signInWithPassword(studio.member)).error).toBeNull()
  })

  test('stops working at once, with its sessions, when revoked or expired or when its owner is archived', async () => {
    const made = await make(studio.lead)
    const client = connect(await exchange(made.token))
    const expired = await make(studio.lead)
    await host.database.execute(`update private.access_tokens set expires_at = now() where id = '${expired.id}'`)
    expect(await studiosOf(client)).toEqual([studio.id])

    expect(await call(studio.lead.client, 'revoke_access_token', { p_token_id: made.id })).toBe(true)

    expect(await studiosOf(client)).toEqual([])
    expect(await ask('exchange-token', { token: made.token })).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    })
    expect(await ask('exchange-token', { token: expired.token })).toMatchObject({ status: 401 })
    const archived = await make(studio.viewer)
    await call(studio.owner.client, 'set_member_archived', { p_studio_id: studio.id, p_user_id: studio.viewer.id })
    expect(await ask('exchange-token', { token: archived.token })).toMatchObject({ status: 401 })
    await call(studio.owner.client, 'set_member_archived', {
      p_studio_id: studio.id,
      p_user_id: studio.viewer.id,
      p_is_archived: false,
    })
  })

  test('is refused after revocation by tables, files, functions and channels, instead of showing an empty studio', async () => {
    const made = await make(studio.lead)
    const session = await exchange(made.token)
    const client = connect(session)
    const headers = { apikey: host.keys.publishableKey, authorization: `Bearer ${session.access_token}` }
    const join = (name: string): Promise<string> =>
      new Promise((resolve) => {
        client.channel(name).subscribe((status, error) => resolve(error?.message ?? status))
      })
    const ask = async () => ({
      table: await client
        .from('studios')
        .select('id')
        .then(({ status, error }) => [status, error?.code]),
      procedure: await client.rpc('pull_studio', { p_studio_id: studio.id }).then(({ status }) => status),
      files: await client.storage
        .from('media')
        .list()
        .then(({ error }) => error?.message ?? null),
      function: (await fetch(`${host.url}/functions/v1/notifications`, { headers })).status,
      channel: await join(`anything:${crypto.randomUUID()}`),
    })
    expect(await ask()).toEqual({
      table: [200, undefined],
      procedure: 200,
      files: null,
      function: 200,
      channel: 'SUBSCRIBED',
    })

    await call(studio.lead.client, 'revoke_access_token', { p_token_id: made.id })

    const reason = 'The access token of this session is revoked or has expired'
    expect(await ask()).toEqual({
      table: [401, 'PGRST303'],
      procedure: 401,
      files: reason,
      function: 401,
      channel: expect.stringContaining(reason),
    })
    await client.removeAllChannels()
  })

  test('can be seen and revoked by others only if they may manage users', async () => {
    const made = await make(studio.member)
    const seen = async (who: TestUser): Promise<boolean> => {
      const listed = await call<{ id: string }[]>(who.client, 'list_access_tokens', { p_studio_id: studio.id })
      return listed.some(({ id }) => id === made.id)
    }

    expect([await seen(studio.admin), await seen(studio.viewer), await seen(studio.outsider)]).toEqual([
      true,
      false,
      false,
    ])
    for (const who of [studio.viewer, studio.outsider, other.owner])
      expect(await refusal(who.client, 'revoke_access_token', { p_token_id: made.id })).toMatchObject({ code: 'P0002' })
    expect(await call(studio.admin.client, 'revoke_access_token', { p_token_id: made.id })).toBe(true)
    expect(
      await refusal(studio.outsider.client, 'create_access_token', { p_studio_id: studio.id, p_name: 'x' }),
    ).toMatchObject({ code: 'P0002' })
    for (const args of [{ p_name: ' ' }, { p_name: 'x', p_days: 0 }, { p_name: 'x', p_days: 367 }])
      expect(
        await refusal(studio.member.client, 'create_access_token', { p_studio_id: studio.id, ...args }),
      ).toMatchObject({ code: '22023' })
  })

  test('can be exchanged by the function only', async () => {
    for (const who of [studio.owner.client, host.connect()])
      expect((await who.rpc('start_token_session', { p_token_hash: 'x' })).error?.code).toBe('42501')
  })
})

describe('a service account', () => {
  test('is a member in its role, acts through its tokens only, and leaves its posts when deleted', async () => {
    const account = await call<{ id: string }>(studio.admin.client, 'create_service_account', {
      p_studio_id: studio.id,
      p_name: 'Render farm',
      p_role: 'lead',
    })
    const made = await make(studio.admin, { p_service_account_id: account.id })
    const client = connect(await exchange(made.token))

    expect(await studiosOf(client)).toEqual([studio.id])
    const comment = { p_task_id: shot.task.id, p_comment_id: crypto.randomUUID(), p_content: 'Rendered' }
    await call(client, 'add_comment', { ...comment, p_media_ids: [] })
    expect(await call(studio.admin.client, 'list_service_accounts', { p_studio_id: studio.id })).toMatchObject([
      { id: account.id, name: 'Render farm', role: 'lead', token_count: 1 },
    ])
    await call(studio.admin.client, 'delete_service_account', { p_id: account.id })
    expect(await studiosOf(client)).toEqual([])
    const { data } = await studio.owner.client.from('comments').select('created_by').eq('id', comment.p_comment_id)
    expect(data).toEqual([{ created_by: account.id }])
  })

  test('can be created and given tokens only below one’s own role', async () => {
    const wanted = { p_studio_id: studio.id, p_name: 'Bot' }
    const create = (who: TestUser, args: object): Promise<{ code: string }> =>
      refusal(who.client, 'create_service_account', { ...wanted, ...args })
    const account = await call<{ id: string }>(studio.owner.client, 'create_service_account', {
      ...wanted,
      p_role: 'admin',
    })

    expect(await create(studio.admin, { p_role: 'admin' })).toMatchObject({ code: '42501' })
    expect(await create(studio.owner, { p_role: 'owner' })).toMatchObject({ code: '42501' })
    expect(await create(studio.owner, { p_role: 'king' })).toMatchObject({ code: '22023' })
    expect(await create(studio.member, {})).toMatchObject({ code: '42501' })
    expect(await create(studio.outsider, {})).toMatchObject({ code: 'P0002' })
    const token = { p_studio_id: studio.id, p_name: 'x', p_service_account_id: account.id }
    expect(await refusal(studio.admin.client, 'create_access_token', token)).toMatchObject({ code: '42501' })
    expect(await refusal(other.owner.client, 'create_access_token', { ...token, p_studio_id: other.id })).toMatchObject(
      { code: 'P0002' },
    )
  })
})

describe('device sign-in', () => {
  const start = async () => (await ask('device-sign-in', { client_name: 'farm-07' })).body as Record<string, string>
  const poll = (code = '') => ask('device-sign-in', { device_code: code })

  test('shows a code, waits, and issues a token for one studio once', async () => {
    const { device_code: device, user_code: code = '' } = await start()
    const waiting = await poll(device)
    const found = await call(studio.member.client, 'describe_device_sign_in', {
      p_user_code: code.toLowerCase().replace('-', ' '),
    })
    await call(studio.member.client, 'decide_device_sign_in', {
      p_user_code: code,
      p_studio_id: studio.id,
      p_is_approved: true,
    })
    const approved = await poll(device)
    const again = await poll(device)

    expect(code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
    expect(waiting).toMatchObject({ status: 400, body: { code: 'authorization_pending' } })
    expect(found).toMatchObject({ client_name: 'farm-07' })
    expect(approved.status).toBe(200)
    expect((await exchange(String(approved.body['token']))).user.id).toBe(studio.member.id)
    expect(again).toMatchObject({ status: 400, body: { code: 'expired_token' } })
    expect(await refusal(studio.member.client, 'describe_device_sign_in', { p_user_code: code })).toMatchObject({
      code: '22023',
    })
  })

  test('reports refusal, polling too often, and expiry', async () => {
    const denied = await start()
    await call(studio.member.client, 'decide_device_sign_in', {
      p_user_code: denied['user_code'],
      p_studio_id: null,
      p_is_approved: false,
    })
    const hasty = await start()
    await poll(hasty['device_code'])
    const late = await start()
    await host.database.execute(
      `update private.device_codes set expires_at = now() - interval '1 second' where client_name = 'farm-07' and polled_at is null and is_approved is null`,
    )

    expect((await poll(denied['device_code'])).body).toMatchObject({ code: 'access_denied' })
    expect((await poll(hasty['device_code'])).body).toMatchObject({ code: 'slow_down' })
    expect((await poll(late['device_code'])).body).toMatchObject({ code: 'expired_token' })
  })

  test('is not blocked by an address that keeps asking', async () => {
    const startFrom = (address: string) =>
      host.database.query(`select public.start_device_sign_in('farm-08', $1)`, [address])
    for (let count = 0; count < 30; count += 1) await startFrom('203.0.113.7')

    await expect(startFrom('203.0.113.7')).rejects.toThrow('rate_limited')
    await expect(startFrom('203.0.113.8')).resolves.toHaveLength(1)
    expect((await start())['user_code']).toBeDefined()
  })

  test('cannot be approved for a studio one is not in, and codes cannot be guessed', async () => {
    const { user_code: code } = await start()
    const decide = { p_user_code: code, p_studio_id: studio.id, p_is_approved: true }
    expect(await refusal(studio.outsider.client, 'decide_device_sign_in', decide)).toMatchObject({ code: 'P0002' })
    const token = connect(await exchange((await make(studio.admin)).token))
    expect(await refusal(token, 'decide_device_sign_in', decide)).toMatchObject({ code: '42501' })
    const wrong = { p_user_code: 'BBBB-BBBB' }
    const tries = await tryUntilBlocked(host, () => refusal(studio.outsider.client, 'describe_device_sign_in', wrong))
    expect(tries.length).toBeGreaterThan(10)
    expect(tries.at(0)).toBe('22023')
    expect(tries.at(-1)).toBe('rate_limited')
  })
})

test('sessions can be signed with the project’s private key, and without one are refused', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const key = JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'k1', key_ops: ['sign', 'verify'] })
  const { token } = await make(studio.member)
  const context = { supabaseUrl: host.url, ...host.keys, now: () => new Date() }
  const request = () => new Request('http://x/', { method: 'POST', body: JSON.stringify({ token }) })

  const signed = (await (
    await exchangeToken(request(), { ...context, env: { TOKEN_SIGNING_KEY: key } })
  ).json()) as Session
  const refused = await exchangeToken(request(), { ...context, env: {} })

  const { payload, protectedHeader } = await jwtVerify(
    signed.access_token,
    await importJWK(await exportJWK(publicKey), 'ES256'),
  )
  expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'k1' })
  expect(payload).toMatchObject({ sub: studio.member.id, role: 'authenticated', studio_id: studio.id })
  expect(decodeJwt(signed.access_token).exp).toBe(signed.expires_at)
  expect(refused.status).toBe(503)
})
