import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import { newId } from '#core/lib/ids.ts'
import type { Claims } from '#supabase/local/queryable.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { getPerson } from '#supabase/seed/demo/people.ts'
import { seedLarge, type LargeStudio } from '#supabase/seed/large.ts'
import { call } from './a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

// A hosted project stops statements after 8 s, or 3 s when signed out; the host's roles have the same limits.
let host: TestHost
let studio: LargeStudio
let item: { id: string; collection_id: string; space_id: string }
let client: SupabaseClient
let taskIds: string[]
const sessionId = newId()
const webhookId = newId()
const ruleId = newId()
const mediaId = newId()

beforeAll(async () => {
  host = await startTestHost({ database: 'postgres' })
  studio = await seedLarge(host.database, { items: 30_000, spaces: 60, stages: 6, projects: 4 })
  const [first] = await host.database.query<typeof item>('select id, collection_id, space_id from public.items limit 1')
  if (first === undefined) throw new Error('The seed made no item')
  item = first
  const tasks = await host.database.query<{ id: string }>(
    'select id from public.item_tasks where not is_disabled and status_id <> $1 order by id limit 5000',
    [studio.statusIds[1]],
  )
  taskIds = tasks.map(({ id }) => id)
  await host.database.query(
    `insert into public.webhooks (id, studio_id, name, url, created_by) values ($1, $2, 'Farm', 'https://farm.example', $3)`,
    [webhookId, studio.studioId, studio.ownerId],
  )
  await host.database.query(
    `insert into public.rules (id, studio_id, name, trigger, actions, created_by)
     values ($1, $2, 'Tell', '{"kind": "revision_posted"}', '[{"do": "comment", "text": "x"}]', $3)`,
    [ruleId, studio.studioId, studio.ownerId],
  )
  await host.database.query(
    `insert into public.media (id, studio_id, filename, content_type, size_bytes, created_by)
     values ($1, $2, 'film.mov', 'video/quicktime', 10, $3)`,
    [mediaId, studio.studioId, studio.ownerId],
  )
  client = host.connect()
  await client.auth.signInWithPassword({ email: getPerson('Ingrid').email, password: demoPassword })
}, 240_000)
afterAll(() => host?.close())

const owner = (): Claims => ({ role: 'authenticated', sub: studio.ownerId })

type Procedure = { name: string; args: { name: string; type: string; isOptional: boolean }[] }

/** Returns the procedures that change nothing and that a role may call. */
async function listReading(role: string): Promise<Procedure[]> {
  return await host.database.query<Procedure>(
    `select p.proname as name, coalesce((
       select json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null),
         'isOptional', n > p.pronargs - p.pronargdefaults) order by n)
       from generate_series(1, p.pronargs) as n), '[]') as args
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile = 's' and p.prokind = 'f'
       and has_function_privilege($1, p.oid, 'execute')
     order by p.proname`,
    [role],
  )
}

/** Returns arguments that ask for everything of a working studio. */
function valueOf({ name, type }: Procedure['args'][number]): unknown {
  const [projectId = ''] = studio.projectIds
  const [spaceId = ''] = studio.spaceIds
  const known: Record<string, unknown> = {
    p_studio_id: studio.studioId,
    p_studio: studio.studioId,
    studio_id_param: studio.studioId,
    p_project_id: projectId,
    p_space_id: spaceId,
    p_scope_kind: 'timeline',
    p_scope_id: studio.studioId,
    p_owner_id: projectId,
    p_item_id: item.id,
    p_item_ids: [item.id],
    p_task_id: taskIds[0],
    p_task_ids: taskIds,
    p_user_id: studio.memberId,
    p_session_id: sessionId,
    p_webhook_id: webhookId,
    p_rule_id: ruleId,
    p_media_id: mediaId,
    p_list: 'late',
    p_query: 'shot',
    p_limit: 50,
    p_from: '2026-01-01',
    p_to: '2026-12-01',
    p_time_zone: 'UTC',
  }
  const byType: Record<string, unknown> = {
    uuid: newId(),
    text: 'a',
    integer: 1,
    bigint: 0,
    boolean: true,
    date: '2026-11-23',
  }
  const otherwise = type.endsWith('[]') ? [] : type === 'jsonb' ? [] : (byType[type] ?? '2026-11-23T10:00:00Z')
  return known[name] ?? otherwise
}

async function run(claims: Claims, { name, args }: Procedure): Promise<string> {
  const given = args.filter((arg) => !arg.isOptional || arg.name === 'p_since')
  const list = given.map((arg, index) => `${arg.name} => $${index + 1}::text::${arg.type}`).join(', ')
  const toText = (value: unknown, type: string): string =>
    Array.isArray(value) && type !== 'jsonb'
      ? `{${value.join(',')}}`
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  const values = given.map((arg) => toText(valueOf(arg), arg.type))
  return await host.database.asUser(claims, async (user) => {
    try {
      await user.query(`select * from public.${name}(${list})`, values)
      return 'answered'
    } catch (error) {
      return String(Object(error).code)
    }
  })
}

test('every reading procedure answers for a large studio within a hosted project’s time limit', async () => {
  const [procedures, open] = [await listReading('authenticated'), await listReading('anon')]
  const tasks = await host.database.query<{ id: string }>(
    'select id from public.item_tasks where project_id = $1 limit 1000',
    [studio.projectIds[0]],
  )
  const entries = tasks.map(({ id }, at) => ({ id: newId(), task_id: id, order_rank: String(at) }))
  const session = { p_session_id: sessionId, p_project_id: studio.projectIds[0], p_name: 'Dailies' }
  await ask('start_review', { ...session, p_kind: 'dailies', p_day: '2026-11-23', p_entries: entries })
  const answers = new Map<string, string>()
  for (const procedure of procedures) answers.set(procedure.name, await run(owner(), procedure))
  for (const procedure of open) answers.set(`${procedure.name}, signed out`, await run({ role: 'anon' }, procedure))

  expect(procedures.length).toBeGreaterThan(30)
  expect([...answers].filter(([, answer]) => answer !== 'answered')).toEqual([])
})

/** Calls a procedure as the studio's owner through the API, which applies the procedure's own timeout. */
async function ask(name: string, args: object): Promise<{ readonly [field: string]: unknown }> {
  return await call(client, name, args)
}

test('the largest changes a person can make also stay within a hosted project’s time limit', async () => {
  const [, statusId] = studio.statusIds
  const [stageId] = studio.stageIds
  const items = Array.from({ length: 500 }, (_, index) => ({
    id: newId(),
    title: `New ${index}`,
    order_rank: index,
    tasks: [{ id: newId(), stage_id: stageId }],
  }))
  const home = { p_space_id: item.space_id, p_collection_id: item.collection_id }
  const spaces = studio.spaceIds.slice(0, 2)

  const change = { p_task_ids: taskIds, p_field: 'status_id', p_values: [statusId] }
  expect(await ask('update_tasks', change)).toMatchObject({ changed: 5000 })
  expect((await ask('create_items_with_tasks', { ...home, p_items: items }))['items']).toHaveLength(500)
  expect(await ask('queue_unplanned_tasks', { p_studio_id: studio.studioId })).toBeDefined()
  const { rev, deleted } = await ask('delete_rows', { p_table: 'spaces', p_keys: spaces })
  expect(deleted).toBe(2)
  expect(await ask('restore_deleted', { p_studio_id: studio.studioId, p_rev: rev })).toMatchObject({ skipped: [] })
  const gone = await ask('delete_project_cascade', { p_project_id: studio.projectIds[0] })
  expect(gone).toMatchObject({ deleted: true })
}, 120_000)

test('procedures that may take longer set their own timeout', async () => {
  const rows = await host.database.query<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and 'statement_timeout=60s' = any(p.proconfig) order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'apply_import',
    'delete_project_cascade',
    'delete_rows',
    'restore_deleted',
    'undo_operation',
  ])
})
