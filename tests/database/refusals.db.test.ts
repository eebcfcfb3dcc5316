import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert } from './a-studio.ts'

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
])('a value refused by a check of %s (%j) is explained in a sentence', async (table, row, words) => {
  const given = table === 'field_definitions' ? { key: 'effort', name: 'Effort', kind: 'text', ...row } : row

  const { error, status } = await ana.client.from(table).insert({ studio_id: studioId, ...given })

  expect([status, `${error?.code} ${error?.message}`]).toEqual([400, words])
})

/**
 * Creates a shot with a task and an asset in its cast, in a studio with people of every role, and somebody of another
 * studio.
 */
async function aCast() {
  const studio = await aStudio(host)
  const shot = await aTask(studio)
  const asset = await insert(studio.owner.client, 'items', { collection_id: shot.collection.id, title: 'Ana' })
  const link = { from_item_id: shot.item.id, to_item_id: asset.id }
  await call(studio.owner.client, 'set_item_links', { p_changes: [{ ...link, kind: 'cast', count: 1 }] })
  return { studio, shot, link, other: (await aStudio(host, 'Elsewhere')).owner }
}

test('links cannot be written directly, and everybody is told so', async () => {
  const { studio, shot, link, other } = await aCast()
  const words = '403 42501 What an item is made with is set with set_item_links'

  for (const { client } of [studio.owner, studio.viewer, other]) {
    const answers = [
      await client.from('item_links').insert({ ...link, kind: 'instance' }),
      await client.from('item_links').update({ quantity: 2 }).eq('from_item_id', shot.item.id),
      await client.from('item_links').delete().eq('from_item_id', shot.item.id),
    ]
    expect(answers.map(({ status, error }) => `${status} ${error?.code} ${error?.message}`)).toEqual([
      words,
      words,
      words,
    ])
  }
  const kept = await studio.owner.client.from('item_links').select('kind, quantity')
  expect(kept.data).toEqual([{ kind: 'cast', quantity: 1 }])
})

test('an invalid field value is refused with the field’s name, and unauthorised people change nothing', async () => {
  const { studio, shot, other } = await aCast()
  const { client } = studio.owner
  const field = { studio_id: studio.id, kind: 'number' }
  for (const of of ['item', 'task', 'project'])
    await insert(client, 'field_definitions', { ...field, of, key: `effort_${of}`, name: `Effort of a ${of}` })
  const rows = { items: shot.item, item_tasks: shot.task, projects: shot.project }
  const owners = { items: 'item', item_tasks: 'task', projects: 'project' } as const

  for (const [table, { id }] of Object.entries(rows)) {
    const of = owners[table as keyof typeof owners] // a key of the table of rows
    const write = async (who: TestUser, fields: unknown) => {
      const { data, error } = await who.client.from(table).update({ fields }).eq('id', id).select()
      return error === null ? data.length : `${error.code} ${error.message}`
    }
    const wrong = { [`effort_${of}`]: 'much' }
    expect(await write(studio.owner, wrong)).toBe(`22023 Effort of a ${of} takes a number of at most 15 digits`)
    expect(await write(studio.owner, { size: 1 })).toBe('22023 There is no field with the key size')
    expect(await write(studio.owner, ['much'])).toBe('23514 Fields takes an object of values by their names')
    const elsewhere = of === 'item' ? 'task' : 'item'
    expect(await write(studio.owner, { [`effort_${elsewhere}`]: 1 })).toBe(
      `22023 Effort of a ${elsewhere} is a field of ${elsewhere}s`,
    )
    expect(await write(studio.viewer, wrong)).toBe(0)
    expect(await write(other, wrong)).toBe(0)
    expect(await write(studio.owner, { [`effort_${of}`]: 3 })).toBe(1)
  }
})

test('a shared view that a role may not save is refused in a sentence', async () => {
  const { studio, shot } = await aCast()
  const words = 'Your role may not save views for the studio'
  const ofProject = { project_id: shot.project.id, name: 'Late', page: 'assets' }
  const ofSpace = { space_id: shot.space.id, name: 'Late' }

  const refused = [
    await studio.viewer.client.from('project_views').insert(ofProject),
    await studio.viewer.client.from('space_views').insert(ofSpace),
  ]

  expect(refused.map(({ error }) => `${error?.code} ${error?.message}`)).toEqual([`42501 ${words}`, `42501 ${words}`])
  const own = { ...ofProject, owner_id: studio.viewer.id }
  expect((await studio.viewer.client.from('project_views').insert(own)).error).toBeNull()
  const page = await studio.owner.client.from('project_views').insert({ ...ofProject, page: 'boats' })
  expect(page.error?.message).toBe('Page takes one of tasks, assets')
})

test('no writable table refuses a row with the name of a constraint', async () => {
  const unsaid = await host.database.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_any_column_privilege('authenticated', c.oid, 'insert')
        or has_any_column_privilege('authenticated', c.oid, 'update'))
      and exists (select from private.list_checks(c.oid))
      and not exists (select from pg_trigger t where t.tgrelid = c.oid
        and t.tgname = c.relname || '_before_write_z_say')`)

  expect(unsaid).toEqual([])
})

test('inserting a project returns it', async () => {
  const { data, error, status } = await ana.client
    .from('projects')
    .insert({ studio_id: studioId, name: 'The Salt Road' })
    .select()
    .single()

  expect(error).toBeNull()
  expect(status).toBe(201)
  expect(data).toMatchObject({ name: 'The Salt Road', custom_slug: 'the-salt-road', is_active: true })
})

test('a plain database exception is a refusal, not a server error', async () => {
  await host.database.execute(`
    create function public.planted_refusal() returns void language plpgsql as $$ begin raise exception 'Not today'; end $$;
    grant execute on function public.planted_refusal() to authenticated;`)
  await host.database.connection.clearSchemaCache()

  const answer = await ana.client.rpc('planted_refusal')

  expect(answer).toMatchObject({ status: 400, error: { code: 'P0001', message: 'Not today' } })
})

test('a server error does not reveal internals', async () => {
  await host.database.execute(`
    create function public.planted_failure() returns void language plpgsql as $$ begin raise exception 'secret path' using errcode = 'XX001'; end $$;
    grant execute on function public.planted_failure() to authenticated;`)
  await host.database.connection.clearSchemaCache()

  const answer = await ana.client.rpc('planted_failure')

  expect(answer).toMatchObject({ status: 500, error: { code: 'XX000', message: 'Internal server error' } })
  expect(JSON.stringify(answer)).not.toContain('secret')
})
