import { toJsonSchema } from '@valibot/to-json-schema'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleNumbers, type Example } from '#core/manifest/example-ids.ts'
import { examples } from '#core/manifest/examples.ts'
import { procedures } from '#core/manifest/manifest.ts'
import * as rowsOfTables from '#core/manifest/rows-of-tables.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let client: SupabaseClient
const email = 'ingrid.solberg@northlight.example'

beforeAll(async () => {
  host = await startTestHost({ demo: true })
  // The host's own worker has nothing to do: an example settles the report that it claims. What the function says stays.
  await host.database.execute(`do $$ declare v_is text := pg_get_functiondef('public.has_reports'::regproc);
    begin execute replace(v_is, 'exists (', 'false and exists ('); end $$`)
  client = host.connect()
  const { error } = await client.auth.signInWithPassword({ email, password: demoPassword })
  if (error) throw error
})
afterAll(() => host?.close())

type Known = {
  name: string
  args: { name: string; type: string; isOptional: boolean }[]
  says: string
  isForService: boolean
}

async function readCatalogue(): Promise<Known[]> {
  const rows = await host.database.query<{
    name: string
    names: string[]
    types: string[]
    defaults: number
    source: string
    isForService: boolean
  }>(`
    select p.proname as name, coalesce(p.proargnames, '{}')::text[] as names, p.pronargdefaults as defaults, p.prosrc as source,
      (select coalesce(array_agg(format_type(t, null) order by n), '{}') from unnest(p.proargtypes::oid[]) with ordinality as a (t, n))
        as types,
      not has_function_privilege('authenticated', p.oid, 'execute') as "isForService"
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    order by p.proname`)
  return rows.map(({ name, names, types, defaults, source, isForService }) => ({
    name,
    isForService,
    says: (/^\s*((?:--.*\n\s*)+)/.exec(source)?.[1] ?? '').replaceAll(/\s*--\s*/g, ' ').trim(),
    args: types.map((type, at) => ({ name: names[at] ?? '', type, isOptional: at >= types.length - defaults })),
  }))
}

/** A type of SQL as JSON Schema has it; JSON may be anything. */
const inJson: Readonly<Record<string, object>> = {
  uuid: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  bigint: { type: 'integer' },
  numeric: { type: 'number' },
  boolean: { type: 'boolean' },
}

function toExpected(type: string): object | undefined {
  const each = inJson[type.replace('[]', '')]
  return type.endsWith('[]') && each !== undefined ? { type: 'array', items: each } : each
}

/** Without what says that it may be left out or null. */
function toBare(schema: v.GenericSchema): object {
  const { $schema: _, default: _default, anyOf, ...rest } = toJsonSchema(schema, { errorMode: 'ignore' })
  // What may be null is a choice of two.
  const own = anyOf === undefined ? rest : (anyOf.find((each) => Object(each).type !== 'null') as typeof rest)
  const { description: _says, enum: words, ...bare } = own
  return words === undefined ? bare : { type: 'string' }
}

test('every procedure is in the manifest with the arguments it has, and no other', async () => {
  const catalogue = await readCatalogue()

  const missing = catalogue.filter(({ name }) => procedures[name] === undefined).map(({ name }) => name)
  expect(missing, 'core/manifest has no entry for these procedures').toEqual([])
  expect(Object.keys(procedures).toSorted()).toEqual(catalogue.map(({ name }) => name))
  for (const { name, args } of catalogue) {
    const entries = Object.entries(procedures[name]?.args ?? {})
    const described = entries.map(([key, schema]) => {
      const type = args.find((arg) => arg.name === key)?.type ?? ''
      const expected = toExpected(type)
      const isSame = expected === undefined || JSON.stringify(toBare(schema)) === JSON.stringify(expected)
      return {
        name: key,
        type: isSame ? type : JSON.stringify(toBare(schema)),
        isOptional: schema.type === 'optional' || schema.type === 'nullish',
      }
    })
    expect.soft(described, name).toEqual(args)
  }
})

test('a procedure says in the manifest what it says in SQL, and is for whom the database lets call it', async () => {
  for (const { name, says, isForService } of await readCatalogue()) {
    const described = procedures[name]
    const first = /^.*?[.:;](?=\s|$)/.exec(described?.says ?? '')?.[0].slice(0, -1) ?? ''
    const caller = isForService ? 'service' : undefined
    expect({ name, says: first, caller: described?.caller }).toEqual({
      name,
      says: says.slice(0, first.length),
      caller,
    })
  }
})

test('rows of tables have the columns of their tables', async () => {
  const columns = await host.database.query<{ row: string; name: string }>(`
    select table_name as row, column_name as name from information_schema.columns where table_schema = 'public' order by ordinal_position`)
  for (const [name, schema] of Object.entries(rowsOfTables)) {
    const table = name.replace(/Row$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const there = columns.filter(({ row }) => row === table).map((column) => column.name)
    expect({ table, columns: Object.keys(schema.entries).toSorted() }).toEqual({ table, columns: there.toSorted() })
  }
})

/** After the examples that everybody reads: what takes the service key, or an answer that it gave. */
const furtherExamples: readonly Example[] = [
  { procedure: 'read_calendar_feed', args: { p_token: '$calendar' } },
  { procedure: 'revoke_calendar_feed', args: { p_studio_id: '$studio' } },
  {
    procedure: 'start_device_sign_in',
    args: { p_client_name: 'farm-12', p_asked_from: '10.0.0.7' },
    gives: { $shown: 'user_code', $machine: 'device_code' },
  },
  { procedure: 'describe_device_sign_in', args: { p_user_code: '$shown' } },
  { procedure: 'decide_device_sign_in', args: { p_user_code: '$shown', p_studio_id: '$studio', p_is_approved: true } },
  { procedure: 'poll_device_sign_in', args: { p_device_code: '$machine' } },
  { procedure: 'start_token_session', args: { p_token_hash: 'none' } },
  { procedure: 'claim_media_job', args: { p_worker: 'a' }, gives: { $job: 'media_id', $lease: 'lease' } },
  { procedure: 'report_media_job', args: { p_media_id: '$job', p_lease: '$lease', p_percent: 50 } },
  {
    procedure: 'add_previews',
    args: {
      p_media_id: '$job',
      p_lease: '$lease',
      p_files: [{ id: '$preview', filename: 'poster.jpg', content_type: 'image/jpeg', size_bytes: 4 }],
    },
  },
  {
    procedure: 'finish_media_job',
    args: {
      p_media_id: '$job',
      p_lease: '$lease',
      p_details: { poster_media_id: '$preview', width: 1920, height: 1080 },
      p_is_done: false,
    },
  },
  {
    procedure: 'fail_media_job',
    args: { p_media_id: '$job', p_lease: '$lease', p_problem: 'It ends in the middle.', p_is_final: true },
  },
  { procedure: 'retry_media_job', args: { p_media_id: '$job' } },
  { procedure: 'has_deliveries', args: {} },
  { procedure: 'claim_deliveries', args: {} },
  { procedure: 'settle_deliveries', args: { p_results: [] } },
  { procedure: 'prune_events', args: {} },
  { procedure: 'has_reports', args: {} },
  { procedure: 'claim_report', args: {}, gives: { $due: 'due' } },
  { procedure: 'sign_report', args: { p_schedule_id: '$report', p_id: 'rep_1', p_body: 'Name' } },
  { procedure: 'settle_report', args: { p_schedule_id: '$report', p_due: '$due', p_is_sent: true } },
  { procedure: 'delete_report', args: { p_id: '$report' } },
  { procedure: 'has_rule_work', args: {} },
  { procedure: 'claim_rule_events', args: {} },
  { procedure: 'apply_rule_steps', args: { p_studio_id: '$studio', p_until: 0, p_steps: [] } },
  { procedure: 'delete_rule', args: { p_id: '$rule' } },
  { procedure: 'claim_digests', args: {} },
  { procedure: 'settle_digest', args: { p_user_id: '$person', p_day: '2026-11-24', p_until: '2026-11-24T09:00:00Z' } },
  { procedure: 'stop_digest', args: { p_token: '$new' } },
  { procedure: 'claim_pushes', args: {} },
  { procedure: 'settle_pushes', args: { p_results: [] } },
  { procedure: 'list_discarded_objects', args: {} },
  { procedure: 'forget_discarded_objects', args: { p_keys: ['none'] } },
  { procedure: 'sweep_media', args: {} },
]

test('every procedure has an example', () => {
  const tried = new Set([...examples, ...furtherExamples].map(({ procedure }) => procedure))
  const missing = Object.keys(procedures).filter((name) => !tried.has(name))

  expect(missing).toEqual([])
})

test('every example works, and is answered in the shape that the manifest promises', async () => {
  const ids = await findIds()
  await host.database.query(
    `insert into private.deployment_settings (key, value) values ('super_admin_email', to_jsonb($1::text))
      on conflict (key) do update set value = excluded.value`,
    [email],
  )
  const problems: string[] = []
  for (const { procedure, args, gives = {} } of [...examples, ...furtherExamples]) {
    const known = procedures[procedure]
    if (known === undefined) throw new Error(`${procedure} is no procedure`)
    if (JSON.stringify(args).includes('"$new"') && !isFollowUp(procedure))
      Object.assign(ids, { $new: crypto.randomUUID(), $newer: crypto.randomUUID() })
    const filled = JSON.parse(
      JSON.stringify(args)
        .replaceAll(/"(\$[a-z]+)"/g, (quoted: string, name: string) =>
          name in exampleNumbers ? (ids[name] ?? quoted) : quoted,
        )
        .replaceAll(/\$[a-z]+/g, (name) => (ids[name] ??= crypto.randomUUID())),
    )
    for (const issue of v.safeParse(v.strictObject(known.args), filled).issues ?? [])
      problems.push(`${procedure} takes ${v.getDotPath(issue)}: ${issue.message}`)

    const caller = known.caller === 'service' ? host.admin.client : client
    const { data, error } = await caller.rpc(procedure, filled)

    if (error !== null) problems.push(`${procedure}: ${error.code} ${error.message}`)
    else problems.push(...findDifferences(procedure, known.returns, data))
    if (JSON.stringify(data)?.includes('"failed"')) problems.push(`${procedure}: ${JSON.stringify(data)}`)
    const first = Array.isArray(data) ? data[0] : data
    for (const [name, key] of Object.entries(gives)) ids[name] = String(findIn(first, key))
    if (procedure === 'register_uploads') for (const { r2_key, content_type } of data) await store(r2_key, content_type)
    if (procedure === 'add_previews') for (const { r2_key } of data) await store(r2_key, 'image/jpeg')
  }
  expect([...new Set(problems)]).toEqual([])
})

/** What a path names inside of an answer; the answer itself where it is empty. */
function findIn(answer: unknown, path: string): unknown {
  return path === '' ? answer : path.split('.').reduce<unknown>((within, key) => Object(within)[key], answer)
}

/** The bytes of a file, as its sender brings them. */
async function store(place: string, contentType: string): Promise<void> {
  const { error } = await host.admin.client.storage.from('media').upload(place, Buffer.from('abcd'), { contentType })
  if (error) throw error
}

/** What an answer has otherwise than was promised, or has besides. */
function findDifferences(procedure: string, promised: v.GenericSchema, data: unknown): string[] {
  const { issues, output } = v.safeParse(promised, data)
  if (issues !== undefined)
    return issues.map(
      (issue) => `${procedure} answers ${v.getDotPath(issue)?.replaceAll(/\b\d+\b/g, '#')}: ${issue.message}`,
    )
  const dropped = listPaths(data).filter((path) => !listPaths(output).includes(path))
  return dropped.map((path) => `${procedure} answers ${path}, which is not promised`)
}

function listPaths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => listPaths(each, `${at}.#`)))]
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, each]) => listPaths(each, `${at}.${key}`))
}

const isFollowUp = (procedure: string): boolean => ['edit_comment', 'delete_rows'].includes(procedure)

async function findIds(): Promise<Record<string, string>> {
  const [ids] = await host.database.query<Record<string, string>>(`
    select t.studio_id as "$studio", t.project_id as "$project", t.space_id as "$space", i.collection_id as "$collection",
      t.item_id as "$item", t.id as "$task", t.stage_id as "$stage",
      (select s.id from public.task_statuses s where s.studio_id = t.studio_id and s.id <> t.status_id order by s.position limit 1)
        as "$status",
      (select m.user_id from public.studio_members m join public.user_profiles u on u.id = m.user_id
        where m.studio_id = t.studio_id and u.email like 'mei.tanaka%') as "$person"
    from public.item_tasks t join public.items i on i.id = t.item_id
    where not t.is_disabled and t.due_date is null and i.collection_id is not null
      and exists (select from public.comments c where c.task_id = t.id) limit 1`)
  return {
    ...ids,
    $member: '00000000-0000-4000-8000-000000000004',
    $new: crypto.randomUUID(),
    $newer: crypto.randomUUID(),
  }
}
