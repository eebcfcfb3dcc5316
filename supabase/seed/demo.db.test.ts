import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { seedDemo } from './demo.ts'
import { people } from './demo/people.ts'
import { studioId } from './demo/studio.ts'
import { seedLarge } from './large.ts'
import { mediaFolder, readMediaCatalogue } from './media-catalogue.ts'

// A Wednesday evening and a Sunday just after midnight: only dates may depend on them.
const moments = [new Date(2026, 10, 18, 19, 30), new Date(2026, 11, 6, 0, 20)]
const hosts: TestHost[] = []

beforeAll(async () => {
  for (const moment of moments) {
    const host = await startTestHost()
    hosts.push(host)
    await seedDemo(host, moment)
  }
})
afterAll(() => Promise.all(hosts.map((host) => host.close())))

function getHost(): TestHost {
  const [host] = hosts
  if (host === undefined) throw new Error('no host')
  return host
}

async function count(text: string, parameters: readonly unknown[] = []): Promise<number> {
  const [row] = await getHost().database.query<{ count: number }>(`select count(*)::int as count ${text}`, parameters)
  return row?.count ?? -1
}

async function signIn(email: string) {
  const client = getHost().connect()
  const { error } = await client.auth.signInWithPassword({ email, password: demoPassword })
  expect(error).toBeNull()
  return client
}

const tables = [
  'studio_members', 'stages', 'task_statuses', 'studio_stage_presets', 'studio_stage_preset_items', 'studio_status_presets', 'studio_status_preset_items',
  'projects', 'project_role_access', 'spaces', 'space_stages', 'space_statuses', 'collections', 'items', 'item_tasks', 'task_estimations',
  'task_blocks', 'task_versions', 'version_media', 'media', 'comments', 'comment_attachments', 'mentions', 'boards', 'canvas_items', 'review_entries',
] // prettier-ignore

test.each([
  ...tables,
  'field_definitions',
  'review_sessions',
  'task_followers',
  'notifications',
  'notification_recipients',
])('creates the same %s in every database and on every day', async (table) => {
  const columns: Record<string, string> = {
    item_tasks: 'id, status_id, assignee_id, is_disabled, priority',
    task_versions: 'id, created_by, version_number, comment, time_spent, is_current',
    comments: 'id, created_by, content, metadata, is_automatic',
    media: 'id, r2_key, sha256',
    task_blocks: 'id, assignee_id, row_index',
    review_sessions: 'id, project_id, name, kind, is_locked, created_by',
    items: `id, title, custom_slug, thumbnail_media_id, poster_media_id, fields - 'delivery'`,
    notification_recipients: 'user_id, notification_id',
  }
  const keys = `to_jsonb(t) - 'rev' - 'created_at' - 'updated_at'`
  const wanted = columns[table] === undefined ? keys : `row(${columns[table]})`

  const [first, second] = await Promise.all(
    hosts.map((host) => host.database.query(`select (${wanted})::text as row from public.${table} t order by 1`)),
  )

  expect(first?.length).toBeGreaterThan(0)
  expect(second).toEqual(first)
})

describe('the demo studio', () => {
  test('has the size of a small studio', async () => {
    const counts = async (table: string) => count(`from public.${table}`)

    expect(await counts('projects')).toBe(3)
    expect(await counts('items')).toBeGreaterThanOrEqual(170)
    expect(await counts('items')).toBeLessThanOrEqual(200)
    expect(await counts('task_versions')).toBeGreaterThanOrEqual(115)
    expect(await counts('task_versions')).toBeLessThanOrEqual(135)
    expect(await counts('task_blocks')).toBeGreaterThan(120)
    expect(await counts('notifications')).toBeLessThan(300)
    expect(await count('from public.item_tasks where is_disabled')).toBeGreaterThan(10)
    expect(await count('from public.task_blocks where start_date is null')).toBe(14)
    expect(
      await count(`from public.comments where metadata -> 'hereReferences' -> 0 ->> 'type' = 'video'`),
    ).toBeGreaterThan(5)
    expect(
      await count(`from public.comments where metadata -> 'hereReferences' -> 0 ->> 'type' = 'image'`),
    ).toBeGreaterThan(2)
    expect(await count(`from public.comments where content like '%**%' or content like E'%\\n- %'`)).toBeGreaterThan(5)
    expect(await count('from public.mentions')).toBeGreaterThan(15)
  })

  test('has dailies of twelve playable films, none of them judged yet', async () => {
    const films = `from public.review_entries e
      join public.task_versions v on v.task_id = e.task_id
      join public.version_media l on l.version_id = v.id
      join public.media m on m.id = l.media_id
      where e.judged_status_id is null and m.content_type = 'video/mp4' and m.is_stored
        and v.version_number = (select max(version_number) from public.task_versions where task_id = e.task_id)`

    expect(await count(films)).toBe(12)
  })

  test('uses every layout and every default status', async () => {
    const statuses = await getHost().database.query<{ name: string }>(
      `select distinct s.name from public.item_tasks t join public.task_statuses s on s.id = t.status_id`,
    )
    const layouts = await getHost().database.query<{ layout: string }>(
      'select distinct type_id as layout from public.spaces',
    )

    expect(statuses.map(({ name }) => name).toSorted()).toEqual(defaultStatuses.map(({ name }) => name).toSorted())
    expect(layouts.map(({ layout }) => layout).toSorted()).toEqual(['grid', 'illustration', 'kanban', 'moodboard'])
  })

  test('has some tasks with two or three assignees', async () => {
    const shared = await getHost().database.query<{ people: number }>(
      'select count(distinct assignee_id)::int as people from public.task_blocks group by task_id having count(distinct assignee_id) > 1',
    )

    expect(shared.length).toBeGreaterThan(5)
    expect(shared.some(({ people: number }) => number === 3)).toBe(true)
  })

  test('logs full working days', async () => {
    const days = await getHost().database.query<{ minutes: number }>(
      `select sum(time_spent_minutes)::int as minutes from public.task_versions where created_at < $1 group by created_by, (created_at at time zone $2)::date`,
      [new Date(2026, 10, 18).toISOString(), Intl.DateTimeFormat().resolvedOptions().timeZone],
    )

    expect(days.length).toBeGreaterThan(50)
    expect(days.filter(({ minutes }) => minutes < 450 || minutes > 510)).toEqual([])
  })

  test('has nothing in the future', async () => {
    for (const [index, host] of hosts.entries())
      for (const table of ['task_versions', 'comments', 'notifications', 'media']) {
        const late = await host.database.query(`select 1 from public.${table} where created_at > $1`, [
          moments[index]?.toISOString(),
        ])
        expect(late).toEqual([])
      }
  })

  test('leaves every row at or below the studio’s clock, which moved once', async () => {
    const [clock] = await getHost().database.query<{ rev: number }>(
      'select rev::int as rev from private.studio_clocks where studio_id = $1',
      [studioId],
    )

    expect(clock?.rev).toBe(1)
    for (const table of tables) expect([table, await count(`from public.${table} where rev <> 1`)]).toEqual([table, 0])
    expect(await count('from realtime.messages')).toBe(1)
  })

  test('has a log matching its revisions and comments, numbered by the clock', async () => {
    const logged = await getHost().database.query<{ kind: string; count: number }>(
      'select kind, count(*)::int as count from public.events where studio_id = $1 and not is_audit group by kind order by kind',
      [studioId],
    )
    const [numbers] = await getHost().database.query(
      `select count(*)::int as count, max(e.seq)::int as last, k.event_seq::int as clock,
        bool_and(e.at >= b.at) as is_in_order
      from private.studio_clocks k join public.events e using (studio_id)
      left join public.events b on b.studio_id = e.studio_id and b.seq = greatest(e.seq - 1, 1)
      where k.studio_id = $1 group by k.event_seq`,
      [studioId],
    )
    const spoken = await count("from public.comments where not is_automatic and content <> ''")
    const set = await count(`from public.comments where metadata #>> '{statusInfo,changedStatus}' = 'true'`)
    const posted = await count('from public.task_versions')
    const all = spoken + set + posted + (await count('from public.events where is_audit'))

    expect(logged).toEqual([
      { kind: 'comment.posted', count: spoken },
      { kind: 'revision.posted', count: posted },
      { kind: 'task.status_changed', count: set },
    ])
    expect(numbers).toEqual({ count: all, last: all, clock: all, is_in_order: true })
  })

  test('shows the activity of each project, which is searched between its oldest and newest event', async () => {
    const places = await getHost().database.query<{ is_whole: boolean }>(
      `select p.first_seq = min(e.seq) and p.last_seq = max(e.seq) as is_whole
      from public.projects j join public.events e on e.project_id = j.id left join private.project_events p on p.project_id = j.id
      where j.studio_id = $1 group by j.id, p.first_seq, p.last_seq`,
      [studioId],
    )

    expect(places).toEqual([{ is_whole: true }, { is_whole: true }, { is_whole: true }])
  })

  test('re-enables the triggers it disabled', async () => {
    expect(
      await count(
        `from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and t.tgenabled = 'D'`,
      ),
    ).toBe(0)
  })

  test('has no orphans and no rows of another place', async () => {
    const wrong = {
      'task in another space than its item':
        'item_tasks t join public.items i on i.id = t.item_id where t.space_id <> i.space_id or t.project_id <> i.project_id',
      'item in another space than its collection':
        'items i join public.collections c on c.id = i.collection_id where i.space_id <> c.space_id',
      'assignee who is no member':
        'item_tasks t where t.assignee_id is not null and t.assignee_id not in (select user_id from public.studio_members)',
      'stage that its space does not use':
        'item_tasks t where not exists (select from public.space_stages s where s.space_id = t.space_id and s.stage_id = t.stage_id)',
      'file of another project':
        'version_media v join public.media m on m.id = v.media_id where m.project_id <> v.project_id',
      'thumbnail that is not there':
        'items i where i.thumbnail_media_id is not null and not exists (select from public.media m where m.id = i.thumbnail_media_id and m.is_stored)',
      'item with a revision and without a picture, or with one set besides': `items i where i.poster_media_id is null = (i.thumbnail_media_id is null) and exists (
        select from public.item_tasks t join public.task_versions v on v.task_id = t.id where t.item_id = i.id)`,
      'revision without a file':
        'task_versions v where not exists (select from public.version_media m where m.version_id = v.id)',
      'comment of a revision that is not there': `comments c where c.metadata ? 'revision' and not exists (select from public.task_versions v where v.id = (c.metadata -> 'revision' ->> 'versionId')::uuid and v.task_id = c.task_id)`,
      'notice about nothing': `notifications n where n.target_type = 'comment' and not exists (select from public.comments c where c.id = n.target_id)`,
      'poster that is not there': `media m where m.content_type like 'video/%' and not exists (select from public.media p where p.id = m.poster_media_id)`,
      'task with two current revisions': 'task_versions v where is_current group by task_id having count(*) <> 1',
    }

    for (const [what, from] of Object.entries(wrong))
      expect([what, await count(`from public.${from}`)]).toEqual([what, expect.toSatisfy((n: number) => n <= 0)])
  })

  test('is not created twice', async () => {
    const before = await count('from public.items')

    await seedDemo(getHost())

    expect(await count('from public.items')).toBe(before)
  })
})

describe('the demo studio’s media', () => {
  test('are the files of the catalogue', () => {
    for (const { file, sha256, bytes } of readMediaCatalogue().values()) {
      const content = readFileSync(path.join(mediaFolder, file))
      expect([file, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([file, bytes, sha256])
    }
  })

  test('are stored by the storage API exactly as their rows describe them', async () => {
    const client = await signIn('ingrid.solberg@northlight.example')
    const { data: media, error } = await client.from('media').select('r2_key, sha256, content_type, size_bytes')

    expect(error).toBeNull()
    expect(media?.length).toBeGreaterThan(150)
    for (const { r2_key, sha256, content_type } of media ?? []) {
      const { data } = await client.storage.from('media').download(r2_key)
      expect(data?.type).toBe(content_type)
      const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
  })

  test('leave the same row in storage as an upload', async () => {
    const host = getHost()
    const key = `${studioId}/${crypto.randomUUID()}/probe.webp`
    const uploaded = await host.admin.client.storage
      .from('media')
      .upload(key, new Uint8Array([1, 2, 3]), { contentType: 'image/webp' })
    expect(uploaded.error).toBeNull()

    const shapes = await host.database.query<{ shape: string }>(
      `select distinct (select string_agg(k, ' ' order by k) from jsonb_object_keys(metadata) as k) as shape from storage.objects`,
    )

    expect(shapes).toHaveLength(1)
    await host.admin.client.storage.from('media').remove([key])
  })

  test('include films of both rates with their frames counted', async () => {
    const films = await getHost().database.query<{ frame_rate: string; frame_count: number; duration_ms: number }>(
      `select distinct frame_rate, frame_count, duration_ms from public.media where content_type = 'video/mp4'`,
    )

    expect(new Set(films.map(({ frame_rate }) => frame_rate))).toEqual(new Set(['24000/1001', '24']))
    for (const { frame_rate, frame_count, duration_ms } of films) {
      const [numerator = 0, denominator = 1] = frame_rate.split('/').map(Number)
      expect(duration_ms).toBe(Math.round((frame_count * denominator * 1000) / numerator))
    }
  })
})

describe('the demo studio’s people', () => {
  test.each(demoAccounts)('$name signs in as $role and has something to read', async ({ email, role }) => {
    const client = await signIn(email)

    const { data, error } = await client.rpc('pull_studio', { p_studio_id: studioId })

    expect(error).toBeNull()
    expect(data.access.projects).toHaveLength(role === 'viewer' ? 2 : 3)
    const { data: active } = await client.rpc('get_user_active_studio')
    expect(active.id).toBe(studioId)
  })

  test('a viewer comments, but changes nothing and does not see the embargoed book', async () => {
    const client = await signIn('henrik.lund@northlight.example')

    const { data: items } = await client.from('items').select('id, project_id, item_type_id')
    const { data: changed } = await client.from('items').update({ title: 'mine' }).neq('title', '').select('id')
    const { data: task } = await client.from('item_tasks').select('id').limit(1).single()
    const posted = await client.rpc('add_comment', {
      p_task_id: task?.id,
      p_comment_id: crypto.randomUUID(),
      p_content: 'Lovely',
    })

    expect(items?.length).toBeGreaterThan(100)
    expect(items?.filter(({ item_type_id }) => item_type_id === 'illustration')).toEqual([])
    expect(changed ?? []).toEqual([])
    expect(posted.error).toBeNull()
  })

  test('have unread notifications of their own', async () => {
    for (const { id } of people)
      expect(
        await count('from public.notification_recipients where user_id = $1 and not viewed', [id]),
      ).toBeGreaterThan(0)
  })
})

test('is refused in one sentence if its addresses are not allowed', async () => {
  const host = await startTestHost({ settings: { allowedEmailDomains: ['studio.example'] } })

  await expect(seedDemo(host)).rejects.toThrow('which ALLOWED_EMAIL_DOMAINS does not admit')

  await expect(seedLarge(host.database, { items: 1, spaces: 1, stages: 1 })).rejects.toThrow('ALLOWED_EMAIL_DOMAINS')
  expect(await host.database.query('select 1 from auth.users')).toEqual([])
  await host.close()
})

test('a large studio of any size is laid out evenly beside the demo', async () => {
  const studio = await seedLarge(getHost().database, { items: 1030, spaces: 4, stages: 6, projects: 2 })

  const items = await getHost().database.query<{ items: number; tasks: number }>(
    `select count(distinct i.id)::int as items, count(t.id)::int as tasks from public.items i join public.item_tasks t on t.item_id = i.id
     where i.studio_id = $1 group by i.space_id order by 1`,
    [studio.studioId],
  )

  expect(items).toEqual([256, 258, 258, 258].map((number) => ({ items: number, tasks: number * 6 })))
  expect(studio).toMatchObject({
    projectIds: { length: 2 },
    spaceIds: { length: 4 },
    stageIds: { length: 6 },
    statusIds: { length: 6 },
  })
  const [clock] = await getHost().database.query<{ rev: number }>(
    'select rev::int as rev from private.studio_clocks where studio_id = $1',
    [studio.studioId],
  )
  expect(clock?.rev).toBe(1)
  expect(await count('from public.items where studio_id = $1 and rev <> 1', [studio.studioId])).toBe(0)
  await expect(seedLarge(getHost().database, { items: 1, spaces: 1, stages: 14 })).rejects.toThrow('at most 13 stages')
})

test('a large space has as many collections as its items need, each with its own name', async () => {
  const { spaceIds } = await seedLarge(getHost().database, { items: 10_101, spaces: 1, stages: 1 })

  const names = await getHost().database.query<{ name: string }>(
    'select name from public.collections where space_id = $1 and not is_default order by position',
    [spaceIds[0]],
  )

  expect(names).toHaveLength(102)
  expect(new Set(names.map(({ name }) => name)).size).toBe(102)
  expect([names[9], names[99]]).toEqual([{ name: 'SQ100' }, { name: 'SQ1000' }])
})
