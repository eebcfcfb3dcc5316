import { postgres } from '#supabase/local/postgres-driver.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

// Always on Postgres: PGlite cannot cancel statements, and has one session for everybody.
let host: TestHost
let ann: TestUser
let studioId: string

beforeAll(async () => {
  host = await startTestHost({ database: 'postgres' })
  ann = await host.admin.createUser('ann@example.com', 'Ann')
  await host.database.execute(`
    create function public.work_for(p_seconds numeric) returns text language sql stable set search_path = '' as $$
      select 'done' from pg_catalog.pg_sleep(p_seconds)
    $$;
    create function public.show_limit() returns text language sql stable set search_path = '' as $$
      select current_setting('statement_timeout')
    $$;
    create function public.work_when_free() returns text language sql set search_path = '' as $$
      select 'done' from pg_catalog.pg_advisory_xact_lock_shared(1)
    $$;
    create function public.work_briefly() returns text language sql stable set statement_timeout = '1s' as $$
      select 'done' from pg_catalog.pg_sleep(2)
    $$;
    create table public.writings (is_written boolean);
    create function public.write_when_free() returns void language sql set search_path = '' as $$
      insert into public.writings select true from pg_catalog.pg_advisory_xact_lock_shared(1);
    $$;
    grant insert on public.writings to service_role;
    grant execute on function public.write_when_free() to service_role;
    grant execute on function public.work_briefly() to authenticated, service_role;
    grant execute on function public.work_for(numeric), public.work_when_free(), public.show_limit() to anon, authenticated, service_role;
  `)
  await host.database.connection.clearSchemaCache()
  studioId = (await ann.client.rpc('create_studio', { p_name: 'Northlight' })).data?.id
})
afterAll(() => host?.close())

async function time<Answer>(work: PromiseLike<Answer>): Promise<{ answer: Answer; seconds: number }> {
  const began = performance.now()
  const answer = await work
  return { answer, seconds: (performance.now() - began) / 1000 }
}

const stopped = { code: '57014', message: 'canceling statement due to statement timeout' }

test('a procedure gets the time limit it declares', async () => {
  expect((await ann.client.rpc('work_briefly')).error).toMatchObject(stopped)
  expect((await ann.client.rpc('work_for', { p_seconds: 2 })).data).toBe('done')
})

const countWorking = async (): Promise<number> => {
  const [row] = await host.database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and query like '%work_for%' and pid <> pg_backend_pid()`,
  )
  return row?.count ?? 0
}

test('a statement may take as long as a hosted project lets its caller, and ends with PostgREST’s error', async () => {
  const limits = await Promise.all(
    [host.connect(), ann.client, host.admin.client].map(async (client) => (await client.rpc('show_limit')).data),
  )
  const [nobody, service] = await Promise.all([
    time(host.connect().rpc('work_for', { p_seconds: 60 })),
    time(host.admin.client.rpc('work_for', { p_seconds: 4 })),
  ])

  expect(limits).toEqual(['3s', '8s', '0'])
  expect(nobody.answer).toMatchObject({
    status: 500,
    error: { code: '57014', message: 'canceling statement due to statement timeout', details: null, hint: null },
  })
  expect(nobody.seconds).toBeGreaterThan(2.9)
  expect(service.answer).toMatchObject({ status: 200, data: 'done' })
})

test('the limit ends with the transaction: the host’s own statements may take longer', async () => {
  await ann.client.from('studios').select('id')

  const limits = await Promise.all(
    Array.from({ length: 10 }, () => host.database.query("select current_setting('statement_timeout') as value")),
  )

  expect(new Set(limits.flat().map((row) => row['value']))).toEqual(new Set(['0']))
})

test('however many statements wait, the host responds, people sign in, and windows join', async () => {
  // Given twenty statements that do not end before this lock is released
  const holder = postgres(host.settings.databaseUrl ?? '', { max: 1 })
  await holder`select pg_advisory_lock(1)`
  const busy = Array.from({ length: 20 }, () => host.admin.client.rpc('work_when_free').then(({ data }) => data))
  const countWaiting = async (): Promise<number> =>
    (await holder`select 1 from pg_locks where locktype = 'advisory' and not granted`).length
  await expect.poll(countWaiting, { timeout: 20_000 }).toBeGreaterThan(3)

  const health = await fetch(`${host.url}/healthz`)
  const signedIn = await host.connect().auth.signInWithPassword(ann)

  // Joining a private channel queries the database.
  const joined = await new Promise<string>((resolve) => {
    ann.client.channel(`studio:${studioId}`, { config: { private: true } }).subscribe((state) => resolve(state))
  })

  expect([health.status, signedIn.error, joined]).toEqual([200, null, 'SUBSCRIBED'])
  await ann.client.removeAllChannels()
  await holder.end()
  expect(await Promise.all(busy)).toEqual(Array.from({ length: 20 }, () => 'done'))
})

test('a caller with many requests blocks nobody else: others read before the first of them ends', async () => {
  const bob = await host.admin.createUser('bob@example.com', 'Bob')
  const holder = postgres(host.settings.databaseUrl ?? '', { max: 1 })
  await holder`select pg_advisory_lock(1)`
  const busy = Array.from({ length: 20 }, () => ann.client.rpc('work_when_free').then(() => 'Ann'))
  const countWaiting = async (): Promise<number> =>
    (await holder`select 1 from pg_locks where locktype = 'advisory' and not granted`).length
  await expect.poll(countWaiting, { timeout: 20_000 }).toBeGreaterThan(3)

  const first = await Promise.race([
    ...busy,
    bob.client
      .from('studios')
      .select('id')
      .then(() => 'Bob'),
  ])

  await holder.end()
  await Promise.all(busy)
  expect(first).toBe('Bob')
})

test.each([
  ['by GET', '?p_seconds=300', undefined],
  ['by POST, as supabase-js calls procedures', '', '{"p_seconds": 300}'],
])('a read ends when its caller is gone, %s', async (_, query, body) => {
  const gone = new AbortController()
  const headers = { apikey: host.keys.serviceKey, 'content-type': 'application/json' }
  const post = body === undefined ? {} : { method: 'POST', body }
  const asked = fetch(`${host.url}/rest/v1/rpc/work_for${query}`, { ...post, headers, signal: gone.signal })
  asked.catch(() => {})
  await expect.poll(countWorking, { timeout: 20_000 }).toBe(1)

  gone.abort()

  // Nothing else would end it within the test's time.
  await expect.poll(countWorking, { timeout: 20_000 }).toBe(0)
})

test('a write continues when its caller is gone: it is found again by its operation', async () => {
  const gone = new AbortController()
  const holder = postgres(host.settings.databaseUrl ?? '', { max: 1 })
  await holder`select pg_advisory_lock(1)`
  const headers = { apikey: host.keys.serviceKey, 'content-type': 'application/json' }
  const asked = fetch(`${host.url}/rest/v1/rpc/write_when_free`, {
    method: 'POST',
    body: '{}',
    headers,
    signal: gone.signal,
  })
  asked.catch(() => {})
  const isWaiting = async (): Promise<boolean> =>
    (await holder`select 1 from pg_locks where locktype = 'advisory' and not granted`).length > 0
  await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)

  gone.abort()
  await expect(asked).rejects.toThrow('aborted')
  await holder.end()

  await expect
    .poll(() => host.database.query('select is_written from public.writings'), { timeout: 20_000 })
    .toEqual([{ is_written: true }])
})
