import { exampleNumbers, type Example } from '#core/manifest/example-ids.ts'
import { examples } from '#core/manifest/examples.ts'
import { procedures } from '#core/manifest/manifest.ts'
import type { Procedure } from '#core/manifest/define.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'

/** The demo user who calls the examples. */
export const exampleCaller = 'ingrid.solberg@northlight.example'

/** Run after the published examples: calls that need the service key, or a response to it. */
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

/** All examples, in an order in which each finds what it names. */
export const allExamples: readonly Example[] = [...examples, ...furtherExamples]

/** Returns a procedure of the manifest. */
export function findProcedure(name: string): Procedure {
  const known = procedures[name]
  if (known === undefined) throw new Error(`${name} is no procedure`)
  return known
}

/** A call's arguments, and which of them are ids chosen by the caller. */
type Asked = { readonly args: Record<string, unknown>; readonly ownIds: readonly string[] }

/**
 * Makes the host's own workers idle, so that only the examples write. The functions' definitions stay otherwise
 * unchanged.
 */
export async function restWorkers(host: TestHost): Promise<void> {
  for (const name of ['has_reports', 'has_deliveries', 'has_rule_work'])
    await host.database.execute(`do $$ declare v_is text := pg_get_functiondef('public.${name}'::regproc);
      begin execute replace(v_is, 'exists (', 'false and exists ('); end $$`)
}

/** Calls each example of the demo studio in turn; `play` returns the procedure's response. */
export async function playExamples(
  host: TestHost,
  play: (procedure: string, asked: Asked) => Promise<unknown>,
): Promise<void> {
  const ids = await findIds(host)
  await host.database.query(
    `insert into private.deployment_settings (key, value) values ('super_admin_email', to_jsonb($1::text))
      on conflict (key) do update set value = excluded.value`,
    [exampleCaller],
  )
  for (const { procedure, args, gives = {} } of allExamples) {
    const makesIds = JSON.stringify(args).includes('"$new"') && !isFollowUp(procedure)
    if (makesIds) Object.assign(ids, { $new: crypto.randomUUID(), $newer: crypto.randomUUID() })
    const filled = JSON.parse(
      JSON.stringify(args)
        .replaceAll(/"(\$[a-z]+)"/g, (quoted: string, name: string) =>
          name in exampleNumbers ? (ids[name] ?? quoted) : quoted,
        )
        .replaceAll(/\$[a-z]+/g, (name) => (ids[name] ??= crypto.randomUUID())),
    )
    const ownIds = Object.keys(args).filter((name) => makesIds && /^\$new(er)?$/.test(String(args[name])))
    const data = await play(procedure, { args: filled, ownIds })

    const first = Array.isArray(data) ? data[0] : data
    for (const [name, key] of Object.entries(gives)) ids[name] = String(findIn(first, key))
    if (procedure === 'register_uploads' || procedure === 'add_previews')
      for (const { r2_key, content_type = 'image/jpeg' } of Object(data)) await store(host, r2_key, content_type)
  }
}

/** Returns the value at a path within a response; the response itself for an empty path. */
function findIn(answer: unknown, path: string): unknown {
  return path === '' ? answer : path.split('.').reduce<unknown>((within, key) => Object(within)[key], answer)
}

/** Stores a file's bytes, as its sender does. */
async function store(host: TestHost, place: string, contentType: string): Promise<void> {
  const { error } = await host.admin.client.storage.from('media').upload(place, Buffer.from('abcd'), { contentType })
  if (error) throw error
}

const isFollowUp = (procedure: string): boolean => ['edit_comment', 'delete_rows'].includes(procedure)

async function findIds(host: TestHost): Promise<Record<string, string>> {
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
