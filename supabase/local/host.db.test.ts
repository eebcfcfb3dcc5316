import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { toProbe } from '#app/shell/session/server-reach.ts'
import { withServerCheck } from '#core/gateway/server-check.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let ann: TestUser

beforeAll(async () => {
  host = await startTestHost({ settings: { contactEmail: 'hello@northlight.example', metricsKey: 'the-metrics-key' } })
  ann = await host.admin.createUser('ann@example.com', 'Ann')
  await host.database.execute(`
    create table public.samples (
      id uuid primary key default gen_random_uuid(),
      name text,
      price numeric(10, 2),
      big bigint,
      seen_at timestamptz,
      local_at timestamp,
      day date,
      data jsonb,
      is_seen boolean,
      flags boolean[],
      owner_id uuid default auth.uid()
    );
    alter table public.samples enable row level security;
    grant all on public.samples to authenticated, service_role;
    create policy "samples: the owner can do everything" on public.samples to authenticated
      using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
    create function public.who_am_i() returns json language sql stable set search_path = '' as $$
      select json_build_object('role', current_user, 'uid', auth.uid(), 'email', auth.email(), 'jwt', auth.jwt() ->> 'sub')
    $$;
    create function public.break_it() returns void language plpgsql set search_path = '' as $$
      begin raise exception 'the secret is hunter2' using errcode = 'XX000'; end $$;
    create function public.describe_json(p_json jsonb) returns jsonb language sql stable set search_path = '' as $$
      select jsonb_build_object('kind', jsonb_typeof(p_json), 'value', p_json)
    $$;
    grant execute on function public.who_am_i(), public.break_it(), public.describe_json(jsonb) to anon, authenticated, service_role;
  `)
  await host.database.connection.clearSchemaCache()
})
afterAll(() => host?.close())

describe('public endpoints', () => {
  test('config.json has what a page needs and nothing else', async () => {
    const response = await fetch(`${host.url}/config.json`)

    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      supabaseUrl: host.url,
      supabasePublishableKey: host.keys.publishableKey,
      auth: { google: false, github: false, local: true },
      allowedEmailDomains: [],
      demo: { available: false, password: '', accounts: [] },
      contactEmail: 'hello@northlight.example',
      pushKey: null,
      mail: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })

  test('livez responds, and metrics count requests, the database, sockets and the disk', async () => {
    const metrics = await fetch(`${host.url}/metrics`, { headers: { authorization: 'Bearer the-metrics-key' } })
    const text = await metrics.text()

    expect(await (await fetch(`${host.url}/livez`)).json()).toEqual({ ok: true })
    for (const name of ['database_bytes', 'database_connections', 'requests_waiting', 'sockets', 'disk_free_bytes'])
      expect(text).toMatch(new RegExp(`^xsheet_${name} \\d`, 'm'))
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds/m)
    expect((await fetch(`${host.url}/metrics`)).status).toBe(404)
  })

  test('a probe with a key gets the server’s own response, one without a key does not', async () => {
    const knock = async (address: string) => await withServerCheck(fetch)(address)
    const probe = toProbe({ supabaseUrl: host.url, publishableKey: host.keys.publishableKey })

    expect((await knock(probe)).status).toBe(200)
    await expect(knock(probe.split('?')[0] ?? '')).rejects.toThrow('did not come from the studio')
  })

  test('healthz reports the kind of database and its schema version', async () => {
    const response = await fetch(`${host.url}/healthz`)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      ok: true,
      disk: 'ok',
      database: host.database.kind,
      schemaVersion: expect.stringMatching(/^\d{14}$/),
    })
  })

  test.each(['/_system/config', '/_system/info', '/_system/introspect', '/_system/ping'])(
    '%s, where lite would reveal its configuration, is not reachable',
    async (address) => {
      const body = await (await fetch(host.url + address)).text()

      expect(body).not.toContain('jwt')
      expect(body).not.toContain('postgres')
      expect(body).not.toContain('pong')
    },
  )
})

describe('keys', () => {
  test('are readable by their owner only', () => {
    const file = path.join(host.settings.dataDirectory, 'keys.json')

    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(host.keys)
  })

  test('a wrong key is refused', async () => {
    const response = await fetch(`${host.url}/rest/v1/samples`, { headers: { apikey: 'sb_secret_wrong' } })

    expect(response.status).toBe(401)
  })
})

describe('values on the wire', () => {
  test('times are ISO 8601 and numerics are numbers', async () => {
    const sent = {
      price: 1.5,
      big: 1234567,
      seen_at: '2026-11-21T09:42:42.674Z',
      local_at: '2026-11-21T09:42:42',
      day: '2026-11-21',
    }

    const { data } = await ann.client.from('samples').insert(sent).select('price, big, seen_at, local_at, day').single()

    expect(data).toEqual({ ...sent, seen_at: '2026-11-21T09:42:42.674+00:00' })
  })

  test('numerics that number formats differ on stay equal', async () => {
    const { data } = await ann.client
      .from('samples')
      .insert([{ price: 1 }, { price: 0.1 }, { price: null }])
      .select('price')

    expect(data).toEqual([{ price: 1 }, { price: 0.1 }, { price: null }])
  })

  test('booleans stay booleans, also in filters and arrays', async () => {
    const sent = { is_seen: false, flags: [true, false] }

    await ann.client.from('samples').insert([sent, { is_seen: true, flags: [] }])

    const { data } = await ann.client.from('samples').select('is_seen, flags').eq('is_seen', false)
    expect(data).toEqual([sent])
  })

  test.each([
    [{ a: [1, 'b', null] }],
    [[1, 2]],
    ['text'],
    [7],
    [true],
    [false],
    [[true, false]],
    [null],
    ['{not JSON}'],
    ['{"a": 1}'],
    ['[1, 2]'],
    ['7'],
    ['true'],
    ['null'],
    ['"quoted"'],
    [''],
  ])('JSON keeps its type in tables and calls: %j', async (value) => {
    const id = crypto.randomUUID()
    const samples = () => ann.client.from('samples')

    const inserted = await samples().insert({ id, data: value }).select('data').single()
    const upserted = await samples()
      .upsert([{ id, data: value }])
      .select('data')
      .single()
    const updated = await samples().update({ data: value }).eq('id', id).select('data').single()
    const called = await ann.client.rpc('describe_json', { p_json: value })

    const kind = value === null ? null : Array.isArray(value) ? 'array' : typeof value
    for (const { data, error } of [inserted, upserted, updated])
      expect({ data, error }).toEqual({ data: { data: value }, error: null })
    expect(called.data).toEqual({ kind, value })
    const stored = await host.database.query('select jsonb_typeof(data) as kind from public.samples where id = $1', [
      id,
    ])
    expect(stored).toEqual([{ kind }])
  })

  test('user metadata reaches the database as an object, however people signed up', async () => {
    const signedUp = await host.connect().auth.signUp({
      email: 'bob@example.com',
      password: 'correct-horse',
      options: { data: { full_name: 'Bob' } },
    })

    const rows = await host.database.query(
      `select raw_user_meta_data ->> 'full_name' as name, raw_app_meta_data ->> 'provider' as provider from auth.users
       where id in ($1, $2) order by 1`,
      [ann.id, signedUp.data.user?.id],
    )
    const identities = await host.database.query(
      `select distinct jsonb_typeof(identity_data) as kind from auth.identities`,
    )

    expect(rows).toEqual([
      { name: 'Ann', provider: 'email' },
      { name: 'Bob', provider: 'email' },
    ])
    expect(identities).toEqual([{ kind: 'object' }])
  })
})

describe('size', () => {
  test('a filter with 400 ids is accepted and answered', async () => {
    const { data: kept } = await ann.client.from('samples').insert({ name: 'one of many' }).select('id').single()
    const ids = [...Array.from({ length: 399 }, () => crypto.randomUUID()), String(kept?.['id'])]

    const { data, error } = await ann.client.from('samples').select('name').in('id', ids)

    expect(error).toBeNull()
    expect(data).toEqual([{ name: 'one of many' }])
  })

  test('a thousand rows are returned at once, as on a hosted project', async () => {
    await host.database.query(
      `insert into public.samples (name, owner_id) select 'row ' || n, $1::uuid from generate_series(1, 1500) n`,
      [ann.id],
    )

    const { data } = await ann.client.from('samples').select('id').like('name', 'row %')

    expect(data).toHaveLength(1000)
  })

  test('an oversized request is refused', async () => {
    const response = await fetch(`${host.url}/rest/v1/samples`, {
      method: 'POST',
      headers: { apikey: host.keys.publishableKey, 'content-type': 'application/json' },
      body: 'x'.repeat(33 * 1024 * 1024),
    })

    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
  })

  test.each(['/rest/v1/samples', '/auth/v1/signup', '/functions/v1/upload-attachment'])(
    'so is one to %s without a declared length',
    async (address) => {
      const mebibyte = 'x'.repeat(1024 * 1024)
      let sent = 0
      const body = new ReadableStream({
        pull(controller) {
          if (sent++ < 34) controller.enqueue(new TextEncoder().encode(mebibyte))
          else controller.close()
        },
      })
      const { data } = await ann.client.auth.getSession()
      const headers = {
        apikey: host.keys.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      }
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }

      const response = await fetch(host.url + address, init)

      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
    },
  )
})

describe('a website in a browser on this machine', () => {
  const ask = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      request(`${host.url}/config.json`, { headers }, (response) => resolve(response.resume().statusCode ?? 0))
        .once('error', reject)
        .end()
    })

  test('learns nothing, under its own name or as another origin', async () => {
    expect(await ask({ host: 'evil.example' })).toBe(403)
    expect(await ask({ origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ origin: host.url })).toBe(200)
  })

  test('opens no socket', async () => {
    const url = `${host.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${host.keys.publishableKey}&vsn=2.0.0`
    const open = (headers: Record<string, string>): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(url, { headers })
        socket.once('open', () => resolve('open'))
        socket.once('error', (error) => resolve(error.message))
        socket.once('open', () => socket.close())
      })

    expect(await open({})).toBe('open')
    expect(await open({ origin: 'https://evil.example' })).toContain('403')
    expect(await open({ host: 'evil.example' })).toContain('403')
  })
})

describe('roles', () => {
  test('each caller runs as their own', async () => {
    const as = async (client: TestUser['client']): Promise<unknown> => (await client.rpc('who_am_i')).data

    expect(await as(ann.client)).toEqual({ role: 'authenticated', uid: ann.id, email: 'ann@example.com', jwt: ann.id })
    expect(await as(host.connect())).toMatchObject({ role: 'anon', uid: null })
    expect(await as(host.admin.client)).toMatchObject({ role: 'service_role', uid: null })
  })

  test('asUser runs with the same role and claims as a request', async () => {
    const claims = { role: 'authenticated', sub: ann.id, email: 'ann@example.com' }

    const [row] = await host.database.asUser(claims, (user) =>
      user.query<{ me: unknown }>('select public.who_am_i() as me'),
    )

    expect(row?.me).toEqual({ role: 'authenticated', uid: ann.id, email: 'ann@example.com', jwt: ann.id })
  })

  test('row rules hold for a person and not for the service', async () => {
    await host.database.query(
      `insert into public.samples (name, owner_id) values ('somebody else''s', gen_random_uuid())`,
    )

    const seen = await ann.client.from('samples').select('name').eq('name', "somebody else's")
    const all = await host.admin.client.from('samples').select('name').eq('name', "somebody else's")

    expect(seen.data).toEqual([])
    expect(all.data).toHaveLength(1)
  })

  test('forty concurrent callers each get their own response', async () => {
    const bob = await host.admin.createUser('bob-asks@example.com')
    const people = [ann, bob]

    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, turn) => {
        const person = people[turn % 2]
        const { data } = (await person?.client.rpc('who_am_i')) ?? {}
        return data?.uid === person?.id
      }),
    )

    expect(answers).not.toContain(false)
  })
})

describe('failures', () => {
  test('a defect of ours is logged in full and answered without its reason', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})

    const { error, status } = await ann.client.rpc('break_it')

    expect(status).toBe(500)
    expect(JSON.stringify(error)).not.toContain('hunter2')
    expect(log.mock.calls.flat().join('\n')).toContain('hunter2')
  })

  test('a refusal is not logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})

    const { error } = await ann.client.from('samples').select('no_such_column')

    expect(error?.code).toBe('42703')
    expect(log).not.toHaveBeenCalled()
  })

  test('an unknown function answers JSON', async () => {
    const { error } = await ann.client.functions.invoke('no-such-function')

    expect(error?.name).toBe('FunctionsHttpError')
  })
})

describe('auth.admin with the service key', () => {
  test('creates, lists, finds and deletes', async () => {
    const { auth } = host.admin.client
    const created = await auth.admin.createUser({
      email: 'Carol@Example.com',
      password: 'correct-horse',
      email_confirm: true,
    })
    const id = created.data.user?.id ?? ''

    const listed = await auth.admin.listUsers({ page: 1, perPage: 1000 })
    const found = await auth.admin.getUserById(id)
    const repeated = await auth.admin.createUser({ email: 'carol@example.com', password: 'correct-horse' })
    const deleted = await auth.admin.deleteUser(id)

    expect(created.data.user?.email).toBe('carol@example.com')
    expect(listed.data.users.map((user) => user.id)).toContain(id)
    expect(found.data.user?.email).toBe('carol@example.com')
    expect(repeated.error?.code).toBe('email_exists')
    expect(deleted.error).toBeNull()
    expect((await auth.admin.getUserById(id)).error?.status).toBe(404)
  })

  test('somebody with an unconfirmed address cannot sign in', async () => {
    await host.admin.client.auth.admin.createUser({ email: 'dan@example.com', password: 'correct-horse' })

    const { error } = await host
      .connect()
      .auth.signInWithPassword({ email: 'dan@example.com', password: 'correct-horse' })

    expect(error?.code).toBe('email_not_confirmed')
  })
})

test('a token survives a restart, because the keys do', () => {
  expect(existsSync(path.join(host.settings.dataDirectory, 'keys.json'))).toBe(true)
})
