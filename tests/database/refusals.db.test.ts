import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let ana: TestUser
let studioId: string

beforeAll(async () => {
  host = await startTestHost()
  ana = await host.admin.createUser()
  const { data } = await ana.client.rpc('create_studio', { p_name: 'Northlight' })
  studioId = (data as { id: string }).id // the studio row
})
afterAll(() => host.close())

test.each([
  ['projects', { name: '  ' }, '23514 Name may not be empty'],
  ['projects', {}, '23502 Name is missing'],
  ['projects', { name: 'Comet', fields: [1] }, '23514 Fields takes an object of values by their names'],
  ['projects', { name: 'Comet', fields: null }, '23502 Fields is missing'],
  ['projects', { name: 'x'.repeat(201) }, '22001 The name is too long. The limit is 200 characters.'],
  ['projects', { name: 'Comet', first_frame: -1 }, '23514 First frame takes a number from 0 to 10000000'],
  ['stages', { name: 'Comp', color: 'red' }, '23514 Color takes a colour such as #22c55e'],
  [
    'field_definitions',
    { key: 'Not a key' },
    '23514 Key takes small letters, digits and _, a letter first, at most 40 of them',
  ],
  ['field_definitions', { of: 'boat' }, '23514 Of takes one of item, task, project'],
  ['field_definitions', { decimals: 9 }, '23514 Decimals takes a number from 0 to 6'],
  ['field_definitions', { formula: '1' }, '23514 Formula is written for a field of the kind formula, and for no other'],
  [
    'item_kinds',
    { key: 'dinghy', name: 'Dinghy', item_type: 'boat' },
    '23514 Item type takes one of shot, asset, illustration, sequence, episode',
  ],
])('what a check of %s refuses (%j) is said in a sentence', async (table, row, words) => {
  const given = table === 'field_definitions' ? { key: 'effort', name: 'Effort', kind: 'text', ...row } : row

  const { error, status } = await ana.client.from(table).insert({ studio_id: studioId, ...given })

  expect([status, `${error?.code} ${error?.message}`]).toEqual([400, words])
})

test('no table that people write to refuses a row by the name of a constraint', async () => {
  const unsaid = await host.database.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_any_column_privilege('authenticated', c.oid, 'insert')
        or has_any_column_privilege('authenticated', c.oid, 'update'))
      and exists (select from private.list_checks(c.oid))
      and not exists (select from pg_trigger t where t.tgrelid = c.oid
        and t.tgname = c.relname || '_before_write_z_say')`)

  expect(unsaid).toEqual([])
})

test('a project comes back from the insert that makes it', async () => {
  const { data, error, status } = await ana.client
    .from('projects')
    .insert({ studio_id: studioId, name: 'The Salt Road' })
    .select()
    .single()

  expect(error).toBeNull()
  expect(status).toBe(201)
  expect(data).toMatchObject({ name: 'The Salt Road', custom_slug: 'the-salt-road', is_active: true })
})

test('a plain exception of the database is a refusal, not a failure', async () => {
  await host.database.execute(`
    create function public.planted_refusal() returns void language plpgsql as $$ begin raise exception 'Not today'; end $$;
    grant execute on function public.planted_refusal() to authenticated;`)
  await host.database.connection.clearSchemaCache()

  const answer = await ana.client.rpc('planted_refusal')

  expect(answer).toMatchObject({ status: 400, error: { code: 'P0001', message: 'Not today' } })
})

test('a failure of the server keeps its internals to itself', async () => {
  await host.database.execute(`
    create function public.planted_failure() returns void language plpgsql as $$ begin raise exception 'secret path' using errcode = 'XX001'; end $$;
    grant execute on function public.planted_failure() to authenticated;`)
  await host.database.connection.clearSchemaCache()

  const answer = await ana.client.rpc('planted_failure')

  expect(answer).toMatchObject({ status: 500, error: { code: 'XX000', message: 'Internal server error' } })
  expect(JSON.stringify(answer)).not.toContain('secret')
})
