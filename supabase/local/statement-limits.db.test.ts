import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

// On Postgres in either run: PGlite stops no statement, and has one session for everybody.
let host: TestHost
let ann: TestUser

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
    grant execute on function public.work_briefly() to authenticated, service_role;
    grant execute on function public.work_for(numeric), public.work_when_free(), public.show_limit() to anon, authenticated, service_role;
  `)
  await host.database.connection.clearSchemaCache()
})
afterAll(() => host?.close())

async function time<Answer>(work: PromiseLike<Answer>): Promise<{ answer: Answer; seconds: number }> {
  const began = performance.now()
  const answer = await work
  return { answer, seconds: (performance.now() - began) / 1000 }
}

const stopped = { code: '57014', message: 'canceling statement due to statement timeout' }

test('a procedure has the time that it brings along', async () => {
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

test('a statement may take as long as a hosted project lets its caller, and ends in PostgREST’s words', async () => {
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

test('the limit ends with the transaction: what the host does itself may take its time', async () => {
  await ann.client.from('studios').select('id')

  const limits = await Promise.all(
    Array.from({ length: 10 }, () => host.database.query("select current_setting('statement_timeout') as value")),
  )

  expect(new Set(limits.flat().map((row) => row['value']))).toEqual(new Set(['0']))
})

test('however many wait for their statements, the host answers and people sign in', async () => {
  // Given twenty statements, of which none ends before this lock is given up
  const holder = postgres(host.settings.databaseUrl ?? '', { max: 1 })
  await holder`select pg_advisory_lock(1)`
  const busy = Array.from({ length: 20 }, () => host.admin.client.rpc('work_when_free').then(({ data }) => data))
  const countWaiting = async (): Promise<number> =>
    (await holder`select 1 from pg_locks where locktype = 'advisory' and not granted`).length
  await expect.poll(countWaiting, { timeout: 20_000 }).toBeGreaterThan(3)

  const health = await fetch(`${host.url}/healthz`)
  const signedIn = await host.connect().auth.signInWithPassword(ann)

  expect([health.status, signedIn.error]).toEqual([200, null])
  await holder.end()
  expect(await Promise.all(busy)).toEqual(Array.from({ length: 20 }, () => 'done'))
})

test('a read ends when its caller is gone', async () => {
  const gone = new AbortController()
  const headers = { apikey: host.keys.serviceKey }
  const asked = fetch(`${host.url}/rest/v1/rpc/work_for?p_seconds=300`, { headers, signal: gone.signal })
  asked.catch(() => {})
  await expect.poll(countWorking, { timeout: 20_000 }).toBe(1)

  gone.abort()

  // Nothing else would end it for as long as the test may take.
  await expect.poll(countWorking, { timeout: 20_000 }).toBe(0)
})
