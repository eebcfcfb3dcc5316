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

test('what a constraint refuses is the caller’s error, in the database’s words', async () => {
  const blank = await ana.client.from('projects').insert({ studio_id: studioId, name: '  ' })
  const missing = await ana.client.from('projects').insert({ studio_id: studioId })
  const color = await ana.client.from('stages').insert({ studio_id: studioId, name: 'Comp', color: 'red' })

  expect(blank).toMatchObject({
    status: 400,
    error: { code: '23514', message: expect.stringContaining('projects_name_check') },
  })
  expect(missing).toMatchObject({ status: 400, error: { code: '23502' } })
  expect(color).toMatchObject({ status: 400, error: { code: '23514' } })
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
