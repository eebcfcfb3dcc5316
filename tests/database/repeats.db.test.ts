import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toJsonSchema } from '@valibot/to-json-schema'
import { toOperation } from '#core/gateway/run-once.ts'
import { procedures } from '#core/manifest/manifest.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, refusal, roleId, type TestStudio } from './a-studio.ts'

// A's write commits but its response is lost; B changes the same; A's repeat leaves B's change alone.

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

test('a repeated rename keeps what somebody else has written since', async () => {
  const mine = randomUUID()
  const first = await update(rename('A'), mine)
  await update(rename('B'))

  const again = await update(rename('A'), mine)

  expect(again).toEqual(first)
  expect(await read('items', shot.item.id)).toMatchObject({ title: 'B' })
})

test('a repeated comment edit keeps the later edit', async () => {
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

test('a repeated insert does not re-create what somebody else has deleted', async () => {
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

test('repeated orders, defaults, days off, locks and space setups do not revert later changes', async () => {
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

test('repeats of estimates, deletions, task edits and studio choices do not revert later changes', async () => {
  const { client } = studio.owner
  const own = await aTask(studio)
  const other = await call<{ id: string }>(client, 'create_studio', { p_name: 'Elsewhere' })
  const twice = async (name: string, mine: object, meanwhile: (operation: string) => Promise<unknown>) => {
    const p_operation_id = randomUUID()
    const first = await call(client, name, { ...mine, p_operation_id })
    await meanwhile(p_operation_id)
    expect({ name, again: await call(client, name, { ...mine, p_operation_id }) }).toEqual({ name, again: first })
  }

  const estimate = { p_task_id: own.task.id, p_estimated_hours: 2 }
  await twice('upsert_task_estimation', estimate, () =>
    call(studio.lead.client, 'upsert_task_estimation', { ...estimate, p_estimated_hours: 3 }),
  )
  const { data: hours } = await client.from('task_estimations').select('estimated_hours').eq('task_id', own.task.id)
  expect(hours).toEqual([{ estimated_hours: 3 }])

  await twice('set_user_active_studio', { p_studio_id: studio.id }, () =>
    call(client, 'set_user_active_studio', { p_studio_id: other.id }),
  )
  expect(await call(client, 'get_user_active_studio')).toMatchObject({ id: other.id })

  const { item_id, stage_id, status_id } = own.task
  await call(client, 'delete_rows', { p_table: 'item_tasks', p_keys: [own.task.id] })
  const cell = { p_item_id: item_id, p_stage_id: stage_id, p_status_id: status_id }
  await twice('create_item_task_with_comment', cell, async () => {
    await client.from('item_tasks').delete().eq('item_id', item_id).eq('stage_id', stage_id)
  })
  const { data: tasks } = await client.from('item_tasks').select().eq('item_id', item_id).eq('stage_id', stage_id)
  expect(tasks).toEqual([])

  const { id } = own.project
  await twice('delete_project_cascade', { p_project_id: id }, (operation) =>
    call(client, 'restore_deleted', { p_studio_id: studio.id, p_deletion_id: operation }),
  )
  expect(await read('projects', id)).toMatchObject({ id })
})

test('many rows change in one call, each with its own columns, all or none', async () => {
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
  // The value is already as wanted, so the failed expectation does not matter.
  await update([{ key, values: { description: 'Snow' }, expected: { description: 'Rain' } }])
})

test('a change is refused like a plain one: row missing, not allowed, or unknown table', async () => {
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

const once = async <Answer>(p_procedure: string, p_args: object, p_operation_id = randomUUID()) =>
  (await call<{ answer: Answer }>(studio.owner.client, 'run_once', { p_procedure, p_args, p_operation_id })).answer

test('repeated changes of a role, a block and a preference do not revert later ones', async () => {
  const member = { p_studio_id: studio.id, p_user_id: studio.member.id }
  const block = { p_block_id: randomUUID(), p_assignee_id: null, p_start_date: null, p_row_index: 0 }
  await once('create_task_block', { p_task_id: shot.task.id, p_id: block.p_block_id })
  const choice = { p_key: 'theme' }
  const pairs: readonly (readonly [string, object, object])[] = [
    ['set_member_archived', { ...member, p_is_archived: true }, { ...member, p_is_archived: false }],
    ['update_task_block', { ...block, p_duration: 3 }, { ...block, p_duration: 4 }],
    [
      'set_following',
      { p_task_id: shot.task.id, p_is_following: true },
      { p_task_id: shot.task.id, p_is_following: false },
    ],
  ]
  const state = async (): Promise<unknown> =>
    await host.database.query(`select
      (select jsonb_agg(user_id order by user_id) from public.studio_members where archived_at is not null) as archived,
      (select jsonb_agg(duration order by id) from public.task_blocks) as blocks,
      (select jsonb_agg(value) from public.user_preferences where key = 'theme') as themes,
      (select jsonb_agg(user_id order by user_id) from public.task_followers) as followers`)
  for (const [name, mine, theirs] of pairs) {
    const operation = randomUUID()
    const first = await once(name, mine, operation)
    await once(name, theirs)
    const before = await state()

    const again = await once(name, mine, operation)

    expect({ name, again, state: await state() }).toEqual({ name, again: first, state: before })
  }
  const promote = async (name: 'lead' | 'member', operation: string): Promise<unknown> =>
    await call(studio.owner.client, 'update_studio_member_role', {
      ...member,
      p_new_role_id: roleId(name),
      p_operation_id: operation,
    })
  const promotion = randomUUID()
  const promoted = await promote('lead', promotion)
  await promote('member', randomUUID())
  expect(await promote('lead', promotion)).toEqual(promoted)
  const { data: now } = await studio.owner.client
    .from('studio_members')
    .select('role_id')
    .eq('user_id', studio.member.id)
  expect(now).toEqual([{ role_id: roleId('member') }])

  const dark = { ...choice, p_value: 'dark', p_operation_id: randomUUID() }
  await call(studio.owner.client, 'save_preference', dark)
  await call(studio.owner.client, 'save_preference', { ...choice, p_value: 'light', p_operation_id: randomUUID() })
  await call(studio.owner.client, 'save_preference', dark)
  expect(await state()).toEqual([expect.objectContaining({ themes: ['light'] })])
})

test('a repeat creates no second studio or link, and a secret is shown once and stored nowhere', async () => {
  const operation = randomUUID()
  const made = await once<{ id: string }>('create_studio', { p_name: 'Twice' }, operation)
  expect(await once('create_studio', { p_name: 'Twice' }, operation)).toEqual(made)
  expect(await host.database.query(`select id from public.studios where name = 'Twice'`)).toHaveLength(1)

  const link = {
    p_procedure: 'generate_studio_invite',
    p_args: { p_studio_id: studio.id },
    p_operation_id: randomUUID(),
  }
  const { answer } = await call<{ answer: { token: string }[] }>(studio.owner.client, 'run_once', link)
  expect(answer).toMatchObject([{ token: expect.stringMatching(/^[0-9a-f]{24}$/) }])
  expect(await refusal(studio.owner.client, 'run_once', link)).toMatchObject({ status: 409, code: 'P0409' })
  const kept = await host.database.query(`select result::text from private.operations where id = $1`, [
    link.p_operation_id,
  ])
  expect(kept).toEqual([{ result: '{"is_secret": true}' }])
})

test('a write is refused whole if one of its rows has changed since, but not a repeat of a finished write', async () => {
  const [first, second] = [shot.item.id, (await aTask(studio, 'Second')).item.id]
  const [{ rev } = { rev: 0 }] = await host.database.query<{ rev: number }>(
    'select rev::int from private.studio_clocks where studio_id = $1',
    [studio.id],
  )
  const rename = (p_unchanged: object, p_operation_id: string, title = 'held') => ({
    p_procedure: 'update_rows',
    p_args: { p_table: 'items', p_changes: [{ key: { id: first }, values: { title }, expected: {} }] },
    p_operation_id,
    p_unchanged,
  })
  const both = { since: rev, rows: { items: [first, second] } }
  const operation = randomUUID()

  const done = await call<unknown>(studio.owner.client, 'run_once', rename(both, operation))
  const again = await call<unknown>(studio.owner.client, 'run_once', rename(both, operation))

  const said = { answer: { rev: rev + 1 }, since: rev + 1 }
  expect([done, again]).toEqual([said, said])
  // A write's own changes do not block the next one.
  const next = rename({ ...both, since: said.since }, randomUUID(), 'held again')
  expect(await call(studio.owner.client, 'run_once', next)).toMatchObject({ since: rev + 2 })
  for (const [unchanged, code] of [
    [both, 'P0409'],
    [{ since: rev + 2, rows: { items: [randomUUID()] } }, 'P0409'],
    [{ since: rev + 2, rows: { auth: [first] } }, '22023'],
    [{ rows: { items: [first] } }, 'P0409'],
  ] as const)
    expect([unchanged, await refusal(studio.owner.client, 'run_once', rename(unchanged, randomUUID()))]).toEqual([
      unchanged,
      expect.objectContaining({ code }),
    ])
})

test('run_once refuses procedures the caller may not call, read-only ones, and unknown arguments', async () => {
  const refused = async (p_procedure: string, p_args: unknown, client = studio.viewer.client) =>
    (await refusal(client, 'run_once', { p_procedure, p_args, p_operation_id: randomUUID() })).code
  const member = { p_studio_id: studio.id, p_user_id: studio.member.id, p_is_archived: true }

  expect(await refused('set_member_archived', member)).toBe('42501')
  expect(await refused('set_member_archived', member, studio.outsider.client)).toBe('P0002')
  expect(await refused('claim_pushes', {})).toBe('22023')
  expect(await refused('pull_studio', { p_studio_id: studio.id })).toBe('22023')
  expect(await refused('update_rows', { p_table: 'items', p_changes: [] })).toBe('22023')
  expect(await refused('run_once', { p_procedure: 'create_studio', p_args: {} })).toBe('22023')
  expect(await refused('set_member_archived', { ...member, p_role: 'owner' })).toBe('22023')
  expect(await refused('set_member_archived(null, null); drop table x', {})).toBe('22023')
  expect(await refused('set_member_archived', { 'p_studio_id uuid) as a; --': 1 })).toBe('22023')
  expect(await refused('set_member_archived', [])).toBe('22023')
  const operation = randomUUID()
  await once('mark_notifications_viewed', { p_ids: [] }, operation)
  const other = { p_procedure: 'create_studio', p_args: { p_name: 'x' }, p_operation_id: operation }
  expect(await refusal(studio.owner.client, 'run_once', other)).toMatchObject({ code: '23505' })
})

// Each is harmless when it arrives twice: its rows have ids chosen by the sender, it does what is already done, or it
// is called once.
const withoutOperation = [
  'accept_studio_invite',
  'complete_upload',
  'count_function_call',
  'create_studio',
  'describe_device_sign_in',
  'export_events',
  'generate_studio_invite',
  'get_or_create_user_studio',
  'get_time',
  'mark_notifications_viewed',
  'record_export',
  'register_uploads',
  'settle_uploads',
]

test('clients send every writing procedure with an operation id, with listed exceptions', async () => {
  const writing = await host.database.query<{ name: string }>(`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile = 'v'
      and has_function_privilege('authenticated', p.oid, 'execute')
      and not 'p_operation_id' = any(coalesce(p.proargnames, '{}')) order by p.proname`)
  const forgotten = writing.map(({ name }) => name).filter((name) => toOperation(name, {}) === undefined)

  expect(forgotten).toEqual(withoutOperation)
})

test('responses that show a secret once are not stored for repeats', async () => {
  const shown = Object.entries(procedures).filter(
    ([, { args, returns, reads }]) =>
      reads === undefined &&
      !('p_operation_id' in args) &&
      /"(token|secret|user_code|device_code)"/.test(JSON.stringify(toJsonSchema(returns, { errorMode: 'ignore' }))),
  )
  const kept = await host.database.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where not private.shows_secret(name)`,
    [shown.map(([name]) => name)],
  )
  expect(shown.length).toBeGreaterThan(3)
  expect(kept).toEqual([])
})

test('tables refuse an Idempotency-Key outside an operation, where it would not be stored', async () => {
  const tables = await host.database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  // The settings by which PostgREST passes the request on.
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
  // Events refuse every deletion with a message of their own.
  for (const { name } of tables)
    if ((await ask(`delete from ${name} where false`, headers)) === 'written') taking.push(name)

  expect(tables.length).toBeGreaterThan(40)
  expect(taking).toEqual([])
  expect(await ask('delete from items where false', headers)).toBe('22023')
  expect(await ask('insert into items default values', headers)).toBe('22023')
  expect(await ask('delete from items where false', {})).toBe('written')
  expect(await ask('delete from items where false', headers, randomUUID())).toBe('written')
})
