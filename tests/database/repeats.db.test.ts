import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, refusal, roleId, type TestStudio } from './a-studio.ts'

// A's write commits and its answer is lost; B changes the same; A's repeat leaves B's as it is.

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

type Changes = readonly { key: object; values: object; expected?: object }[]

const update = async (changes: Changes, operation = randomUUID(), client = studio.lead.client) =>
  await call<{ rev: number }>(client, 'update_rows', {
    p_table: 'items',
    p_changes: changes,
    p_operation_id: operation,
  })
const rename = (title: string, expected = {}): Changes => [{ key: { id: shot.item.id }, values: { title }, expected }]

async function read(table: string, id: string): Promise<Record<string, unknown> | undefined> {
  const { data } = await host.admin.client.from(table).select().eq('id', id)
  return data?.[0]
}

test('a repeated rename leaves what somebody else has written since', async () => {
  const mine = randomUUID()
  const first = await update(rename('A'), mine)
  await update(rename('B'))

  const again = await update(rename('A'), mine)

  expect(again).toEqual(first)
  expect(await read('items', shot.item.id)).toMatchObject({ title: 'B' })
})

test('a repeated edit of a comment leaves the edit that came after', async () => {
  const { client } = studio.lead
  const p_comment_id = randomUUID()
  await call(client, 'add_comment', { p_task_id: shot.task.id, p_comment_id, p_content: 'Look' })
  const edit = async (p_content: string, p_operation_id: string) =>
    await call(client, 'edit_comment', { p_comment_id, p_content, p_operation_id })
  const mine = randomUUID()
  const first = await edit('Look!', mine)
  await edit('Listen', randomUUID())

  expect(await edit('Look!', mine)).toEqual(first)
  expect(await read('comments', p_comment_id)).toMatchObject({ content: 'Listen' })
})

test('what was added and deleted by somebody else is not added again by a repeat', async () => {
  const id = randomUUID()
  const request = {
    p_table: 'collections',
    p_rows: [{ id, space_id: shot.space.id, name: 'SQ090', order_rank: 9000 }],
    p_operation_id: randomUUID(),
  }
  await call(studio.lead.client, 'insert_rows', request)
  await call(studio.owner.client, 'delete_rows', { p_table: 'collections', p_keys: [id] })

  await call(studio.lead.client, 'insert_rows', request)

  expect(await read('collections', id)).toBeUndefined()
})

test('orders, defaults, days off, locks and the setup of a space are not put back by a repeat', async () => {
  const { client } = studio.owner
  const ids = async (table: string, by: string): Promise<string[]> =>
    ((await client.from(table).select('id').eq('studio_id', studio.id).order(by)).data ?? []).map((row) =>
      String(row.id),
    )
  const [stages, statuses] = [await ids('stages', 'order_index'), await ids('task_statuses', 'position')]
  const user = { p_studio_id: studio.id, p_user_id: studio.owner.id, p_days: ['2026-12-24'] }
  const week = { p_studio_id: studio.id, p_week: '2026-11-02', p_time_zone: 'UTC' }
  const setup = { p_space_id: shot.space.id, p_status_ids: statuses }
  const pairs: readonly (readonly [string, object, object])[] = [
    [
      'reorder_stages',
      { p_studio_id: studio.id, p_ids: stages.toReversed() },
      { p_studio_id: studio.id, p_ids: stages },
    ],
    [
      'reorder_statuses',
      { p_studio_id: studio.id, p_ids: statuses.toReversed() },
      { p_studio_id: studio.id, p_ids: statuses },
    ],
    ['set_default_status', { p_status_id: statuses[1] }, { p_status_id: statuses[0] }],
    ['set_days_off', { ...user, p_is_off: true }, { ...user, p_is_off: false }],
    ['set_time_lock', { ...week, p_is_locked: true }, { ...week, p_is_locked: false }],
    ['save_space_config', { ...setup, p_stage_ids: stages }, { ...setup, p_stage_ids: stages.toReversed() }],
  ]
  const state = async (): Promise<unknown> =>
    await host.database.query(`select
      (select jsonb_agg(id order by order_index) from public.stages) as stages,
      (select jsonb_agg(id order by position) from public.task_statuses) as statuses,
      (select jsonb_agg(id order by id) from public.task_statuses where is_default) as defaults,
      (select count(*) from public.member_days_off) as days, (select count(*) from public.time_locks) as locks,
      (select jsonb_agg(stage_id order by space_id, order_index) from public.space_stages) as setup`)

  for (const [name, mine, theirs] of pairs) {
    const p_operation_id = randomUUID()
    const first = await call(client, name, { ...mine, p_operation_id })
    await call(client, name, { ...theirs, p_operation_id: randomUUID() })
    const before = await state()

    const again = await call(client, name, { ...mine, p_operation_id })

    expect({ name, state: await state() }).toEqual({ name, state: before })
    if (name !== 'set_default_status') expect({ name, again }).toEqual({ name, again: first })
  }
})

test('many rows change in one call, by columns of their own, all or none', async () => {
  const other = await aTask(studio)
  const key = { id: other.item.id }
  await update([
    { key: { id: shot.item.id }, values: { title: 'sh500', is_omitted: true } },
    { key, values: { description: 'Rain' } },
    { key, values: { description: 'Snow' }, expected: { description: 'Rain' } },
  ])
  expect(await read('items', other.item.id)).toMatchObject({ description: 'Snow' })

  const half = {
    p_table: 'items',
    p_changes: [...rename('sh501'), { key, values: { title: 'x' }, expected: { title: 'y' } }],
  }
  expect(await refusal(studio.lead.client, 'update_rows', half)).toMatchObject({ status: 409, code: 'P0409' })
  expect(await read('items', shot.item.id)).toMatchObject({ title: 'sh500', is_omitted: true })
  // As wanted already, and expected otherwise: nothing is left to be done.
  await update([{ key, values: { description: 'Snow' }, expected: { description: 'Rain' } }])
})

test('a change is refused as a plain one would be: gone, not allowed, of no table', async () => {
  const refused = async (p_table: string, p_changes: unknown, client = studio.viewer.client) =>
    (await refusal(client, 'update_rows', { p_table, p_changes })).code

  expect(await refused('items', [{ key: { id: randomUUID() }, values: { title: 'x' } }])).toBe('P0002')
  expect(await refused('items', rename('x'))).toBe('42501')
  expect(await refused('items', rename('x'), studio.outsider.client)).toBe('P0002')
  expect(await refused('nothing', rename('x'))).toBe('22023')
  expect(await refused('items; drop table x', rename('x'))).toBe('22023')
  expect(await refused('items', [])).toBe('22023')
  expect(await refused('items', [{ key: {}, values: { title: 'x' } }])).toBe('22023')
  expect(
    await refused('studio_members', [{ key: { user_id: studio.viewer.id }, values: { role_id: roleId('owner') } }]),
  ).toBe('42501')
  expect(await read('items', shot.item.id)).toMatchObject({ title: 'sh500' })
})

test('no table takes an Idempotency-Key outside of an operation, by which alone it is kept', async () => {
  const tables = await host.database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  // As PostgREST tells the database what it was asked.
  const ask = async (statement: string, headers: object, operation = ''): Promise<string | undefined> =>
    await host.database
      .transaction(async (all) => {
        await all.query(`select set_config('xsheet.operation', $1, true), set_config('request.headers', $2, true)`, [
          operation,
          JSON.stringify(headers),
        ])
        await all.query(statement)
      })
      .then(
        () => 'written',
        (error: { code?: string }) => error.code,
      )
  const headers = { 'idempotency-key': 'nightly' }
  const taking: string[] = []
  // Events refuse every deletion, in words of their own.
  for (const { name } of tables)
    if ((await ask(`delete from ${name} where false`, headers)) === 'written') taking.push(name)

  expect(tables.length).toBeGreaterThan(40)
  expect(taking).toEqual([])
  expect(await ask('delete from items where false', headers)).toBe('22023')
  expect(await ask('insert into items default values', headers)).toBe('22023')
  expect(await ask('delete from items where false', {})).toBe('written')
  expect(await ask('delete from items where false', headers, randomUUID())).toBe('written')
})
