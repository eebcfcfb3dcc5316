import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rules } from './row-rules.ts'
import type { Stranger, World } from './strangers.ts'
import {
  connectAs,
  idOf,
  readStudio,
  serviceAccountId,
  signToken,
  startWorldOfStrangers,
  strangers,
  tokenId,
} from './strangers.ts'
import type { Persona } from './world.ts'
import { claimsOf, rowId, studioId, userId } from './world.ts'

let world: World
let before: Record<string, string>
/** The event of an operation that the owner can undo. */
let undoneSeq: number
const people = Object.keys(strangers) as Stranger[] // the keys of a constant

beforeAll(async () => {
  world = await startWorldOfStrangers()
  const bytes = new Blob(['pixels of the studio'], { type: 'image/png' })
  const { error } = await world.host.admin.client.storage.from('media').upload(await mediaKey(), bytes)
  if (error) throw error
  undoneSeq = await writeWhatCanBeUndone()
  before = await readStudio(world)
})
afterAll(() => world?.host.close())

async function mediaKey(): Promise<string> {
  const [row] = await world.host.database.query<{ key: string }>(
    'select r2_key as key from public.media where id = $1',
    [rowId('media')],
  )
  return row?.key ?? ''
}

async function writeWhatCanBeUndone(): Promise<number> {
  const owner = await connectAs(world, 'owner')
  const change = { key: { id: rowId('items', 2) }, values: { title: 'Taken back' } }
  const operationId = crypto.randomUUID()
  const { error } = await owner.rpc('update_rows', {
    p_table: 'items',
    p_changes: [change],
    p_operation_id: operationId,
  })
  if (error) throw error
  const [event] = await world.host.database.query<{ seq: number }>(
    'select max(seq)::int as seq from public.events where studio_id = $1 and operation_id = $2',
    [studioId, operationId],
  )
  if (event === undefined) throw new Error('No event was written')
  return event.seq
}

/** Returns every id of the studio's rows, by which leaked data is recognised. */
async function listSecrets(): Promise<string[]> {
  const ids =
    Object.values(before)
      .join('\n')
      .match(/[0-9a-f]{8}-[0-9a-f]{4}-4000-8001-[0-9a-f]{12}/g) ?? []
  return [...new Set(ids)].filter((id) => id !== studioId)
}

type Row = Record<string, unknown>

/** Returns a table's primary key columns, and another writable one. */
async function describeTable(table: string): Promise<{ key: string[]; other: string | undefined }> {
  const columns = await world.host.database.query<{ name: string; key: boolean; generated: boolean }>(
    `select a.attname as name, coalesce(a.attnum = any(i.indkey), false) as key, a.attgenerated <> '' or a.attidentity <> '' as generated
     from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
     where a.attrelid = to_regclass('public.' || $1) and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  return {
    key: columns.filter(({ key }) => key).map(({ name }) => name),
    other: columns.find(({ key, generated }) => !key && !generated)?.name,
  }
}

describe.each(people)('%s', (stranger) => {
  const persona = strangers[stranger]
  let client: SupabaseClient

  beforeAll(async () => {
    client = await connectAs(world, persona)
  })

  /**
   * Tables that stay open: shared lists, one's own rows, and the rest of the studio for somebody with one closed
   * project.
   */
  function isOpen(table: string): boolean {
    if (stranger === 'signed out') return false
    if (table === 'user_roles' || table === 'notification_types') return true
    if (stranger === 'removed member')
      return ['user_profiles', 'user_preferences', 'push_subscriptions'].includes(table)
    return stranger === 'member a project is closed to' && !world.projectTables.has(table)
  }

  test('cannot read or write a row of any table', async () => {
    // A member may still create projects.
    const isMember = stranger === 'member a project is closed to'
    const surprises: string[] = []
    let tried = 0
    for (const [table, { row: where }] of Object.entries(rules)) {
      if (isOpen(table)) continue
      const { key, other } = await describeTable(table)
      const [row] = await world.host.database.query<Row>(`select * from public.${table} where ${where}`)
      if (row === undefined || key.length === 0) throw new Error(`${table} has no row or no key`)
      const match = Object.fromEntries(key.map((name) => [name, row[name]]))
      const copy = { ...row, ...(key.length === 1 && key[0] === 'id' && { id: crypto.randomUUID() }) }
      const patch = { [other ?? key[0] ?? '']: row[other ?? key[0] ?? ''] }

      const answers = {
        select: await client.from(table).select().match(match),
        all: await client.from(table).select().limit(1000),
        ...(!(isMember && table === 'projects') && { insert: await client.from(table).insert(copy).select() }),
        upsert: await client.from(table).upsert(row).select(),
        update: await client.from(table).update(patch).match(match).select(),
        delete: await client.from(table).delete().match(match).select(),
      }
      for (const [verb, { data, error, status }] of Object.entries(answers)) {
        tried += 1
        const rows: Row[] = data ?? []
        const isSame = (one: Row): boolean => key.every((name) => one[name] === row[name])
        const isWrite = verb === 'insert' || verb === 'upsert'
        // Who may open which project is no secret within the studio.
        if (isMember && table === 'project_role_access' && (verb === 'select' || verb === 'all')) continue
        if (status >= 500 || rows.some(isSame) || (isWrite && !error))
          surprises.push(`${verb} ${table}: ${status} ${error?.message}`)
      }
    }

    expect(surprises).toEqual([])
    expect(tried).toBeGreaterThan(stranger === 'member a project is closed to' ? 80 : 200)
    expect(await readStudio(world)).toEqual(before)
  })

  test('cannot learn or change anything through any procedure', async () => {
    const secrets = await listSecrets()
    const surprises: unknown[] = []
    for (const { name, args } of await listProcedures()) {
      const values = toArguments(name, args)
      // With one project closed, the studio's own lists stay open; only the project's contents count.
      if (stranger === 'member a project is closed to' && !isAboutProject(name, args)) continue
      // A person's preferences belong to no studio.
      if (name === 'save_preference' && stranger !== 'signed out') continue
      const { data, error, status } = await client.rpc(name, values)
      const given = JSON.stringify(values) + idOf(persona)
      const told = secrets.filter((id) => !given.includes(id) && JSON.stringify(data ?? null).includes(id))
      if (status >= 500 || told.length > 0) surprises.push({ name, status, told, message: error?.message })
    }

    expect(surprises).toEqual([])
    expect(await readStudio(world)).toEqual(before)
  })

  test('cannot fetch, sign, list, write, move, copy or remove a file', async () => {
    const bucket = client.storage.from('media')
    const key = await mediaKey()
    const target = `${studioId}/${crypto.randomUUID()}/mine.png`
    const bytes = new Blob(['x'], { type: 'image/png' })

    const refused = {
      download: await bucket.download(key),
      info: await bucket.info(key),
      sign: await bucket.createSignedUrl(key, 60),
      upload: await bucket.upload(target, bytes),
      overwrite: await bucket.upload(key, bytes, { upsert: true }),
      update: await bucket.update(key, bytes),
      signUpload: await bucket.createSignedUploadUrl(target),
      signOverwrite: await bucket.createSignedUploadUrl(key, { upsert: true }),
      move: await bucket.move(key, target),
      copy: await bucket.copy(key, target),
    }
    const signed = await bucket.createSignedUrls([key], 60)
    const listed = await bucket.list(studioId)
    const removed = await bucket.remove([key])
    const tus = await fetch(`${world.host.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        apikey: world.host.keys.publishableKey,
        authorization: `Bearer ${persona === 'anonymous' ? world.host.keys.publishableKey : await signToken(world.host, persona)}`,
        'tus-resumable': '1.0.0',
        'upload-length': '1',
        'upload-metadata': `bucketName ${btoa('media')},objectName ${btoa(target)}`,
      },
    })

    const granted = Object.entries(refused).filter(([, { data, error }]) => error === null || data !== null)
    expect(granted).toEqual([])
    expect(signed.data?.map(({ signedUrl }) => signedUrl) ?? []).not.toContainEqual(expect.any(String))
    expect(listed.data ?? []).toEqual([])
    expect(removed.data ?? []).toEqual([])
    expect(tus.status).toBeGreaterThanOrEqual(400)
    expect(tus.status).toBeLessThan(500)
    expect(await readStudio(world)).toEqual(before)
    const kept = await world.host.admin.client.storage.from('media').download(key)
    expect(await kept.data?.text()).toBe('pixels of the studio')
  })

  test('cannot learn or change anything through any function', async () => {
    const ids = {
      studio_id: studioId,
      project_id: rowId('projects'),
      task_id: rowId('tasks'),
      comment_id: rowId('comments'),
    }
    const files = [{ filename: 'x.png', content_type: 'image/png', size_bytes: 1 }]
    const invoke = async (name: string, options: object): Promise<{ text: string; status: number }> => {
      const { data, error } = await client.functions.invoke(name, options)
      return { text: JSON.stringify(data), status: error === null ? 200 : (error.context?.status ?? 0) }
    }

    const uploads = await Promise.all(
      [ids, { project_id: ids.project_id }, { task_id: ids.task_id }, { comment_id: ids.comment_id }].map((target) =>
        invoke('upload-attachment', { body: { files, ...target } }),
      ),
    )
    const one = await invoke('get-attachment-url', { body: { media_id: rowId('media') } })
    const many = await invoke('get-attachment-urls', { body: { media_ids: [rowId('media'), rowId('media', 2)] } })
    const feed = await invoke(`studio-feed?studio_id=${studioId}`, { method: 'GET' })
    const notes = await invoke(`notifications?studio_id=${studioId}`, { method: 'GET' })

    for (const { status } of [...uploads, one]) expect([401, 403, 404]).toContain(status)
    for (const { status, text } of [many, feed, notes]) {
      expect(status).toBeLessThan(500)
      for (const table of ['media', 'tasks', 'comments', 'notifications', 'recipients'])
        expect(text ?? '').not.toContain(rowId(table))
    }
    expect(await readStudio(world)).toEqual(before)
  })

  test('cannot join a private channel or hear of a change', async () => {
    const open = stranger === 'member a project is closed to' ? [`studio:${studioId}`] : []
    const topics = [
      `studio:${studioId}`,
      `space:${rowId('spaces')}`,
      `board:${rowId('boards')}`,
      `review:${rowId('reviews')}`,
      `lead:${rowId('reviews')}`,
      `user:${userId('owner')}`,
    ]
    const joined: string[] = []
    for (const topic of topics) {
      const { status } = await join(client, topic)
      if (status === 'SUBSCRIBED') joined.push(topic)
    }
    expect(joined).toEqual(open)

    const heard: unknown[] = []
    const witnessed: unknown[] = []
    const witness = await connectAs(world, 'owner')
    await listenToChanges(client, heard)
    await listenToChanges(witness, witnessed)
    await world.host.database.execute(`
      update public.item_tasks set id = id where studio_id = '${studioId}';
      update public.task_blocks set id = id where studio_id = '${studioId}';
      update public.canvas_items set id = id where studio_id = '${studioId}';
      update public.comments set id = id where studio_id = '${studioId}';`)
    await expect.poll(() => witnessed.length, { timeout: 10_000 }).toBeGreaterThan(3)
    expect(heard).toEqual([])
    await client.removeAllChannels()
    await witness.removeAllChannels()
    before = await readStudio(world)
  })
})

test('a removed member is disconnected from channels and hears nothing more', async () => {
  const client = await connectAs(world, 'viewer')
  const owner = await connectAs(world, 'owner')
  const heard: unknown[] = []
  const stayed: unknown[] = []
  const states: string[] = []
  const topic = `studio:${studioId}`
  const { channel, status } = await join(client, topic, { heard, states })
  await join(owner, topic, { heard: stayed })
  expect([status, channel.topic]).toEqual(['SUBSCRIBED', `realtime:${topic}`])

  await world.host.admin.client
    .from('studio_members')
    .delete()
    .match({ studio_id: studioId, user_id: userId('viewer') })
  await expect.poll(() => states, { timeout: 10_000 }).toContain('CLOSED')
  const soFar = heard.length
  await world.host.database.query(`select realtime.send('{}', 'later', $1::text)`, [topic])
  await expect.poll(() => JSON.stringify(stayed), { timeout: 10_000 }).toContain('later')

  expect(heard).toHaveLength(soFar)
  await client.removeAllChannels()
  await owner.removeAllChannels()
})

type Argument = { name: string; type: string }
type Procedure = { name: string; args: Argument[] }

async function listProcedures(): Promise<Procedure[]> {
  return world.host.database.query<Procedure>(`
    select p.proname as name, coalesce((
      select json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null)) order by n)
      from generate_series(1, p.pronargs) as n), '[]') as args
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    order by p.proname`)
}

/** The studio's own ids by argument name; a procedure with another name for one fails until it is added. */
const idsByName: Record<string, string | undefined> = {
  p_studio_id: studioId,
  p_studio: studioId,
  studio_id_param: studioId,
  p_project_id: rowId('projects'),
  p_owner_id: rowId('projects'),
  p_space_id: rowId('spaces'),
  p_scope_id: rowId('spaces'),
  p_collection_id: rowId('collections'),
  p_item_id: rowId('items'),
  p_task_id: rowId('tasks'),
  p_session_id: rowId('reviews'),
  p_comment_id: rowId('comments'),
  p_version_id: rowId('versions'),
  p_block_id: rowId('blocks'),
  p_media_id: rowId('media'),
  p_invite_id: rowId('invites'),
  p_service_account_id: serviceAccountId,
  p_token_id: tokenId,
  p_token: tokenId,
  p_stage_id: rowId('stages'),
  p_status_id: rowId('statuses'),
  p_user_id: userId('admin'),
  p_assignee_id: userId('owner'),
  p_mention: userId('owner'),
  p_actor_id: userId('owner'),
  p_webhook_id: rowId('webhooks'),
  p_rule_id: rowId('rules'),
  p_schedule_id: rowId('reports'),
  p_new_role_id: '00000000-0000-4000-8000-000000000002',
  p_role_id: '00000000-0000-4000-8000-000000000002',
}
/** Formats that some texts must have. */
const texts: Record<string, string> = {
  p_time_spent: '1h',
  p_role: 'member',
  p_time_zone: 'UTC',
  p_kind: 'dailies',
  p_scope_kind: 'space',
  p_list: 'late',
}
/** Ids chosen by the caller, and lists whose type depends on the procedure. */
const newIds = ['p_lease', 'p_id', 'p_operation_id', 'p_deletion_id', 'p_after_id']
const lists: Record<string, string> = {
  mark_notifications_viewed: rowId('recipients'),
  reorder_stages: rowId('stages'),
  reorder_statuses: rowId('statuses'),
  set_order_ranks: rowId('items'),
}
const newComments = ['add_comment', 'create_revision']

function toArguments(procedure: string, args: readonly Argument[]): Row {
  return Object.fromEntries(args.map((arg) => [arg.name, toValue(procedure, arg)]))
}

/** Values for calls that an argument's name and type do not determine. */
const argumentsOf: Record<string, Record<string, unknown>> = {
  add_field_options: { p_options: [{ field_id: rowId('fields', 3), id: 'a', name: 'A', color: '#000000' }] },
  bring_decisions: { p_decisions: [{ id: rowId('comments', 3), taskId: rowId('tasks'), statusId: rowId('statuses') }] },
  change_field_kind: {
    p_field_id: rowId('fields', 2),
    p_expected_kind: 'number',
    p_definition: { kind: 'text' },
    p_values: [],
  },
  create_revision: { p_version_number: 70 },
  set_fields: { p_of: 'item' },
  delete_report: { p_id: rowId('reports') },
  send_report: { p_id: rowId('reports') },
  save_report: {
    p_period: null,
    p_view_id: rowId('views'),
    p_days: [1],
    p_at_time: '08:00',
    p_url: '',
    p_form: 'standard',
  },
  delete_rule: { p_id: rowId('rules') },
  delete_webhook: { p_id: rowId('webhooks') },
  renew_report_secret: { p_id: rowId('reports') },
  renew_webhook_secret: { p_id: rowId('webhooks') },
  replay_webhook: { p_id: rowId('webhooks') },
  save_rule: {
    p_trigger: { kind: 'revision_posted' },
    p_condition: '',
    p_actions: [{ do: 'comment', text: 'x' }],
  },
  run_once: {
    p_procedure: 'update_task_block',
    p_args: {
      p_block_id: rowId('blocks'),
      p_assignee_id: userId('owner'),
      p_start_date: '2026-01-05',
      p_duration: 2,
      p_row_index: 0,
    },
  },
  list_activity: { p_kinds: ['task'] },
  list_events: { p_kinds: ['task'] },
  save_webhook: { p_url: 'https://farm.example/x', p_kinds: [], p_form: 'standard' },
  get_event_retention: {},
  set_event_retention: { p_days: 30 },
  set_item_links: {
    p_changes: [{ from_item_id: rowId('items'), to_item_id: rowId('items', 2), kind: 'cast', count: 2, label: '' }],
  },
  take_back_decisions: { p_decision_ids: [rowId('comments', 3)] },
  test_webhook: { p_id: rowId('webhooks') },
}

function toValue(procedure: string, { name, type }: Argument): unknown {
  const own = argumentsOf[procedure]
  if (own !== undefined && name in own) return own[name]
  if (procedure === 'undo_operation' && name === 'p_seq') return undoneSeq
  if (newIds.includes(name)) return name === 'p_after_id' || name === 'p_deletion_id' ? null : crypto.randomUUID()
  // The new rows of these two have ids chosen by the caller.
  if (newComments.includes(procedure) && ['p_comment_id', 'p_version_id'].includes(name)) return crypto.randomUUID()
  if (procedure === 'start_review' && name === 'p_session_id') return crypto.randomUUID()
  if (procedure === 'start_review' && name === 'p_query') return { text: 'x', statusIds: [rowId('statuses')] }
  // The documents' two procedures take ids as text, and say what is wrong with one.
  const isId = type.startsWith('uuid') || (type.startsWith('text') && ['p_task_id', 'p_item_ids'].includes(name))
  if (isId) {
    const single = name.replace(/s$/, '').replace('p_expected_', 'p_')
    const id = name === 'p_ids' ? lists[procedure] : (idsByName[single] ?? idsByName[`${single}_id`])
    if (id === undefined) throw new Error(`${procedure}: no id is known for ${name}`)
    return type.endsWith('[]') ? [id] : id
  }
  if (name === 'p_keys') return [rowId('items', 2)]
  if (name === 'p_table') return 'items'
  if (name === 'p_items') return [{ id: crypto.randomUUID(), title: 'x', tasks: [] }]
  if (procedure === 'change_time' && name === 'p_changes') {
    const time = { started_at: '2026-03-02T10:00:00Z', minutes: 10 }
    return [{ kind: 'entry', id: crypto.randomUUID(), task_id: rowId('tasks'), ...time }]
  }
  if (procedure === 'apply_import' && name === 'p_changes') {
    return { collections: [{ id: crypto.randomUUID(), name: 'x' }] }
  }
  if (name === 'p_entries') return [{ id: crypto.randomUUID(), task_id: rowId('tasks') }]
  if (procedure === 'change_review' && name === 'p_changes') return [{ id: crypto.randomUUID(), kind: 'remove' }]
  if (procedure === 'change_board' && name === 'p_changes') return [{ id: crypto.randomUUID(), kind: 'remove' }]
  if (name === 'p_revisions') {
    const ids = { task_id: rowId('tasks'), version_id: crypto.randomUUID(), comment_id: crypto.randomUUID() }
    return [{ ...ids, comment: 'x', time_spent: '1h', files: [], sha256: ['00'] }]
  }
  if (procedure === 'update_rows' && name === 'p_changes') {
    return [{ key: { id: rowId('items') }, values: { title: 'x' } }]
  }
  if (name === 'p_rows') return [{ id: crypto.randomUUID(), collection_id: rowId('collections'), title: 'x' }]
  if (procedure === 'set_fields' && name === 'p_changes') {
    return [{ id: rowId('items'), values: { camera: 'x' } }]
  }
  if (name === 'p_changes') return [{ id: rowId('blocks'), task_id: rowId('tasks'), duration: 1, row_index: 0 }]
  if (name === 'p_cells') return [{ item_id: rowId('items'), stage_id: rowId('stages', 3) }]
  if (name === 'p_files') return [{ filename: 'x.png', content_type: 'image/png', size_bytes: 1 }]
  if (name === 'p_field') return 'due_date'
  if (name === 'p_values') return ['2026-01-05']
  if (name === 'p_expected' || name === 'p_after_time' || name === 'p_rev') return null
  if (name === 'p_name' && procedure === 'count_function_call') return 'notifications'
  const values: Record<string, unknown> = {
    text: texts[name] ?? 'x',
    'text[]': ['REVISION_ADD', 'COMMENT_ADD'],
    jsonb: {},
    boolean: true,
    date: '2026-01-05',
    'date[]': ['2026-01-05'],
    'timestamp with time zone': '2036-01-01T00:00:00Z',
    'numeric[]': [1],
  }
  return type in values ? values[type] : 1
}

/** Returns whether a call is about something inside a project. */
function isAboutProject(name: string, args: readonly Argument[]): boolean {
  const inside = [
    'p_owner_id',
    'p_project_id',
    'p_space_id',
    'p_item_id',
    'p_item_ids',
    'p_task_id',
    'p_session_id',
    'p_task_ids',
    'p_block_id',
    'p_changes',
    'p_media_id',
    'p_media_ids',
    'p_cells',
    'p_table',
  ]
  return (
    [
      'list_studio_feed',
      'list_mentions',
      'list_assignments',
      'search_studio',
      'get_studio_timeline_blocks',
      'pull_timeline',
      'get_space_counts',
    ].includes(name) || args.some((arg) => inside.includes(arg.name))
  )
}

// These fail for anybody: their link, machine code, account, token or browser is unknown, nothing has been deleted,
// they are the author's alone and not the owner's (the author is the removed member above), or they are for the edge
// functions.
const refusedToOwner = [
  'accept_studio_invite',
  'add_previews',
  'apply_rule_steps',
  'claim_deliveries',
  'claim_digests',
  'claim_media_job',
  'claim_pushes',
  'claim_report',
  'claim_rule_events',
  'complete_upload',
  'decide_device_sign_in',
  'delete_report',
  'delete_service_account',
  'describe_device_sign_in',
  'edit_comment',
  'fail_media_job',
  'fill_poster',
  'find_upload',
  'finish_media_job',
  'forget_discarded_objects',
  'has_deliveries',
  'has_reports',
  'has_rule_work',
  'list_discarded_objects',
  'poll_device_sign_in',
  'prune_events',
  'read_calendar_feed',
  'register_uploads',
  'renew_report_secret',
  'report_media_job',
  'restore_deleted',
  'revoke_access_token',
  'save_push_subscription',
  'save_templates',
  'send_report',
  'settle_deliveries',
  'settle_digest',
  'settle_pushes',
  'settle_report',
  'sign_report',
  'start_device_sign_in',
  'start_token_session',
  'stop_digest',
  'sweep_media',
]

test('the calls refused to strangers work for the owner', async () => {
  const failed: string[] = []
  for (const { name, args } of await listProcedures()) {
    const values = toArguments(name, args)
    const worked = world.host.database.asUser(claimsOf('owner' satisfies Persona), async (user) => {
      await user.query(`select public.${name}(${args.map((arg) => toSql(values[arg.name], arg)).join(', ')})`)
      throw new Error('it worked')
    })
    await worked.catch((error: Error) => error.message === 'it worked' || failed.push(name))
  }

  expect(failed).toEqual(refusedToOwner)
})

/** Formats an argument as SQL, for a call outside HTTP that is rolled back. */
function toSql(value: unknown, { name, type }: Argument): string {
  const literal = (one: unknown): string => `'${String(one).replaceAll("'", "''")}'`
  if (value === null || value === undefined) return `${name} => null`
  if (type === 'jsonb') return `${name} => ${literal(JSON.stringify(value))}::jsonb`
  if (Array.isArray(value)) return `${name} => array[${value.map(literal).join(', ')}]::${type}`
  return `${name} => ${literal(value)}::${type}`
}

type Joined = { channel: RealtimeChannel; status: string }

/** Joins a private channel. `heard` collects its broadcasts, `states` the status of the subscription. */
async function join(
  client: SupabaseClient,
  topic: string,
  { heard = [], states = [] }: { heard?: unknown[]; states?: string[] } = {},
): Promise<Joined> {
  // Otherwise realtime-js sends its first join before it knows the token.
  await client.realtime.setAuth()
  const channel = client
    .channel(topic, { config: { private: true } })
    .on('broadcast', { event: '*' }, (message) => heard.push(message))
  return new Promise((resolve) => {
    channel.subscribe((status) => {
      states.push(status)
      resolve({ channel, status })
    })
  })
}

/** Listens to every table whose changes are published. */
async function listenToChanges(client: SupabaseClient, heard: unknown[]): Promise<void> {
  await client.realtime.setAuth()
  const channel = client
    .channel(`changes ${Math.random()}`)
    .on('postgres_changes', { event: '*', schema: 'public' }, (change) => heard.push(change))
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
  })
}
