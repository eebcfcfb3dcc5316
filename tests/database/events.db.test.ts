import { createHash, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, roleId, type TestStudio } from './a-studio.ts'

type Logged = {
  seq: number
  kind: string
  names: Record<string, string>
  old: Record<string, unknown>
  new: Record<string, unknown>
  actor: { kind: string; name: string; id?: string; via?: string }
  operation_id?: string
  task_id?: string
  item_id?: string
  url?: string
  undoable?: boolean
}
type Page = { events: Logged[]; cursor: number; newest: number }

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let start: number

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
beforeEach(async () => {
  shot = await aTask(studio)
  start = (await list(studio.owner.client)).newest
})
afterAll(() => host.close())

async function list(client: SupabaseClient, after = 1_000_000, rest: object = {}): Promise<Page> {
  return await call<Page>(client, 'list_events', { p_studio_id: studio.id, p_after: after, p_limit: 1000, ...rest })
}
const news = async (client = studio.owner.client) => (await list(client, start)).events
const kinds = (events: readonly Logged[]) => events.map(({ kind }) => kind)

describe('an event', () => {
  test('of a status change has names, both values, the person and the operation', async () => {
    const p_operation_id = randomUUID()
    const args = { p_task_ids: [shot.task.id], p_status_id: shot.spareStatus.id, p_operation_id }
    await call(studio.member.client, 'set_tasks_status', args)
    await call(studio.member.client, 'set_tasks_status', args)

    expect(await news()).toEqual([
      expect.objectContaining({
        kind: 'task.status_changed',
        task_id: shot.task.id,
        item_id: shot.item.id,
        names: { project: 'Comet', space: 'Episode & One', collection: 'SQ010', item: 'sh010', stage: shot.stage.name },
        old: { status_id: shot.status.id, status: shot.status.name },
        new: { status_id: shot.spareStatus.id, status: shot.spareStatus.name },
        actor: { kind: 'person', id: studio.member.id, name: 'Max Member' },
        operation_id: p_operation_id,
      }),
    ])
  })

  test('of another task change says which', async () => {
    const { client } = studio.lead
    const update = async (p_field: string, p_values: unknown) =>
      await call(client, 'update_tasks', { p_task_ids: [shot.task.id], p_field, p_values })
    await update('assignee_id', studio.member.id)
    await update('due_date', '2026-12-24')
    await update('estimated_hours', 4)
    await update('status_id', shot.spareStatus.id)

    expect((await news()).map(({ kind, old, new: becomes }) => [kind, old, becomes])).toEqual([
      [
        'task.assigned',
        { assignee_id: null, assignee: null },
        { assignee_id: studio.member.id, assignee: 'Max Member' },
      ],
      ['task.changed', { due_date: null }, { due_date: '2026-12-24' }],
      ['task.changed', {}, { estimated_hours: 4 }],
      ['task.status_changed', expect.anything(), expect.anything()],
    ])
  })

  test('of items, fields, comments, revisions and blocks has its own kind', async () => {
    const { client } = studio.lead
    const field = await insert(client, 'field_definitions', {
      studio_id: studio.id,
      key: `f${start}`,
      name: 'Camera',
      kind: 'text',
    })
    await client.from('items').update({ title: 'sh011', frame_in: 1, frame_out: 24 }).eq('id', shot.item.id)
    await call(client, 'set_fields', {
      p_of: 'item',
      p_changes: [{ id: shot.item.id, values: { [String(field['key'])]: 'Dolly' } }],
    })
    await call(client, 'add_comment', { p_task_id: shot.task.id, p_comment_id: randomUUID(), p_content: 'Look' })
    await insert(client, 'task_versions', { task_id: shot.task.id, created_by: studio.lead.id, time_spent: '1h' })
    await insert(client, 'task_blocks', { task_id: shot.task.id })

    const events = await news()
    expect(kinds(events)).toEqual([
      'field_definition.created',
      'item.changed',
      'field.changed',
      'comment.posted',
      'revision.posted',
      'block.created',
    ])
    expect(events[1]).toMatchObject({
      old: { title: 'sh010', frame_in: null, frame_out: null },
      new: { title: 'sh011', frame_in: 1, frame_out: 24 },
    })
    expect(events[2]).toMatchObject({ old: { value: null }, new: { value: 'Dolly' }, names: { name: 'Camera' } })
    expect(events[3]?.new).toEqual({ content: 'Look' })
  })

  test('covers boards and review contents, but not the positions of objects', async () => {
    const { client } = studio.lead
    const board = await insert(client, 'boards', { project_id: shot.project.id })
    const object = await insert(client, 'canvas_items', { board_id: board.id, type: 'text', text: 'Blue' })
    await client.from('canvas_items').update({ x: 40, y: 2 }).eq('id', object.id)
    await client.from('canvas_items').update({ text: 'Green' }).eq('id', object.id)
    await client.from('canvas_items').delete().eq('id', object.id)
    const [p_session_id, first, entry] = [randomUUID(), randomUUID(), randomUUID()]
    await call(client, 'start_review', {
      p_session_id,
      p_project_id: shot.project.id,
      p_name: 'Monday',
      p_kind: 'dailies',
      p_day: '2026-11-23',
      p_entries: [{ id: first, task_id: shot.task.id, order_rank: 1 }],
    })
    const change = async (one: object) => await call(client, 'change_review', { p_session_id, p_changes: [one] })
    await change({ id: first, kind: 'remove' })
    await change({ id: entry, kind: 'add', fields: { task_id: shot.task.id, order_rank: 1 } })

    const events = await news()
    expect(kinds(events)).toEqual([
      'board.object_added',
      'board.object_changed',
      'board.object_removed',
      'review.created',
      'review.entry_removed',
      'review.entry_added',
    ])
    expect(events[1]).toMatchObject({ old: { text: 'Blue' }, new: { text: 'Green' } })
    expect(events[4]).toMatchObject({ task_id: shot.task.id, names: { name: 'Monday', item: 'sh010' } })
  })

  test('of logged time is visible only to those who manage users', async () => {
    const { client } = studio.member
    const entry = { task_id: shot.task.id, started_at: '2026-11-23T09:00:00Z', minutes: 90, note: 'Eyes' }
    const p_changes = [{ kind: 'entry', id: randomUUID(), ...entry }]
    await call(client, 'change_time', { p_studio_id: studio.id, p_changes })

    expect(kinds(await news())).toEqual(['time.logged'])
    expect((await news())[0]).toMatchObject({ names: { name: 'Max Member', item: 'sh010' }, new: { minutes: 90 } })
    expect(await news(client)).toEqual([])
  })

  test('is single for a change that takes others along, and for its restoration', async () => {
    const { client } = studio.owner
    const p_operation_id = randomUUID()
    await call(client, 'delete_rows', { p_table: 'items', p_keys: [shot.item.id], p_operation_id })
    await call(client, 'restore_deleted', { p_studio_id: studio.id, p_deletion_id: p_operation_id })

    const events = await news()
    expect(kinds(events)).toEqual(['item.deleted', 'item.restored'])
    expect(events[0]?.names).toMatchObject({ project: 'Comet', collection: 'SQ010', item: 'sh010' })
  })

  test('is written per task for 300 in one statement, without gaps', async () => {
    const items = Array.from({ length: 300 }, (_, n) => ({ title: `m${n}`, collection_id: shot.collection.id }))
    const { data } = await studio.owner.client.from('items').insert(items).select('id')
    const tasks = (data ?? []).map(({ id }) => ({ item_id: id, stage_id: shot.stage.id, status_id: shot.status.id }))
    const made = await studio.owner.client.from('item_tasks').insert(tasks).select('id')
    start = (await list(studio.owner.client)).newest
    await call(studio.member.client, 'set_tasks_status', {
      p_task_ids: made.data?.map(({ id }) => id),
      p_status_id: shot.spareStatus.id,
    })

    const events = await news()
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, n) => start + 1 + n))
    expect(new Set(events.map(({ task_id }) => task_id)).size).toBe(300)
  })

  test('is not written for a refused change, and leaves no gap', async () => {
    await refusal(studio.viewer.client, 'set_tasks_status', {
      p_task_ids: [shot.task.id],
      p_status_id: shot.spareStatus.id,
    })
    await studio.owner.client.from('items').update({ frame_in: 9, frame_out: 1 }).eq('id', shot.item.id)
    await studio.owner.client.from('items').update({ title: 'sh012' }).eq('id', shot.item.id)

    expect((await news()).map(({ seq, kind }) => [seq, kind])).toEqual([[start + 1, 'item.changed']])
  })
})

test('a reader with a cursor misses nothing from concurrent writers and sees each event once', async () => {
  const items = Array.from({ length: 12 }, (_, n) => ({ title: `w${n}`, collection_id: shot.collection.id }))
  const { data } = await studio.owner.client.from('items').insert(items).select('id')
  start = (await list(studio.owner.client)).newest
  let isWriting = true
  const seen: number[] = []
  const reading = (async () => {
    let after = start
    for (;;) {
      const isLast = !isWriting
      const page = await call<Page>(studio.viewer.client, 'list_events', {
        p_studio_id: studio.id,
        p_after: after,
        p_limit: 7,
      })
      seen.push(...page.events.map(({ seq }) => seq))
      after = page.cursor
      if (isLast && page.events.length === 0) return
    }
  })()
  await Promise.all(
    (data ?? []).map(async ({ id }, n) => {
      const { client } = n % 2 === 0 ? studio.member : studio.lead
      for (let turn = 0; turn < 5; turn += 1)
        await client
          .from('items')
          .update({ title: `w${n}-${turn}` })
          .eq('id', id)
    }),
  )
  isWriting = false
  await reading

  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => start + 1 + n))
})

describe('reading events', () => {
  test('hides closed projects, and the audit log from those without the right', async () => {
    await studio.owner.client
      .from('project_role_access')
      .insert({ project_id: shot.project.id, role_id: roleId('member'), is_allowed: false })
    await studio.owner.client.from('items').update({ title: 'secret' }).eq('id', shot.item.id)

    expect(kinds(await news())).toEqual(['access.created', 'item.changed'])
    expect(kinds(await news(studio.admin.client))).toEqual(['access.created', 'item.changed'])
    expect(kinds(await news(studio.viewer.client))).toEqual(['item.changed'])
    expect(await news(studio.member.client)).toEqual([])
    expect((await list(studio.member.client, start)).cursor).toBe(start + 2)
    expect(await refusal(studio.outsider.client, 'list_events', { p_studio_id: studio.id })).toMatchObject({
      code: 'P0002',
    })
  })

  test('shows a deleted project to those who see all projects', async () => {
    await call(studio.owner.client, 'delete_rows', { p_table: 'projects', p_keys: [shot.project.id] })

    expect(kinds(await news(studio.admin.client))).toEqual(['project.deleted'])
    expect(await news(studio.lead.client)).toEqual([])
  })
})

describe('the audit log', () => {
  test('contains sign-ins, tokens, roles, members and exports', async () => {
    const { client } = studio.owner
    await studio.lead.client.auth.signInWithPassword(studio.lead)
    const token = await call<{ id: string; token: string }>(client, 'create_access_token', {
      p_studio_id: studio.id,
      p_name: 'Farm',
    })
    await call(client, 'revoke_access_token', { p_token_id: token.id })
    await client
      .from('role_permissions')
      .update({ is_allowed: false })
      .match({ studio_id: studio.id, role_id: roleId('viewer'), permission: 'comment' })
    await client
      .from('studio_members')
      .update({ archived_at: new Date().toISOString() })
      .match({ studio_id: studio.id, user_id: studio.viewer.id })
    await call(studio.member.client, 'record_export', { p_studio_id: studio.id, p_what: 'Items of Comet', p_count: 3 })

    const events = await news(studio.admin.client)
    expect(kinds(events)).toEqual([
      'member.signed_in',
      'token.created',
      'token.changed',
      'role.changed',
      'member.changed',
      'export.made',
    ])
    expect(events[4]).toMatchObject({ old: { is_archived: false }, new: { is_archived: true } })
    expect(JSON.stringify(events)).not.toContain(token.token)
    await client
      .from('studio_members')
      .update({ archived_at: null })
      .match({ studio_id: studio.id, user_id: studio.viewer.id })
  })

  test('names the token and its owner when a token changes', async () => {
    const { token } = await call<{ token: string }>(studio.lead.client, 'create_access_token', {
      p_studio_id: studio.id,
      p_name: 'Farm',
    })
    const exchange = await fetch(`${host.url}/functions/v1/exchange-token`, {
      method: 'POST',
      headers: { apikey: host.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const session: { access_token: string } = await exchange.json()
    await fetch(`${host.url}/rest/v1/rpc/set_tasks_status`, {
      method: 'POST',
      headers: {
        apikey: host.keys.publishableKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ p_task_ids: [shot.task.id], p_status_id: shot.spareStatus.id }),
    })

    const [changed] = (await news()).filter(({ kind }) => kind === 'task.status_changed')
    expect(changed?.actor).toMatchObject({ kind: 'token', id: studio.lead.id, name: 'Lea Lead (Farm)' })
  })

  test('cannot be changed or deleted by anybody, not even the database owner', async () => {
    await studio.owner.client.from('items').update({ title: 'sh013' }).eq('id', shot.item.id)
    const of = { studio_id: studio.id, seq: start + 1 }
    for (const { client } of [studio.owner, host.admin]) {
      expect((await client.from('events').update({ kind: 'x' }).match(of)).error?.code).toBe('42501')
      expect((await client.from('events').delete().match(of)).error?.code).toBe('42501')
      expect((await client.from('events').insert({ ...of, seq: 9e6, kind: 'x' })).error?.code).toBe('42501')
    }
    for (const statement of [
      'update public.events set kind = kind',
      'delete from public.events',
      'truncate public.events',
    ])
      await expect(host.database.execute(statement)).rejects.toThrow('Events cannot be changed')

    expect(kinds(await news())).toEqual(['item.changed'])
  })

  test('is exported in pages as a verifiable hash chain that continues after retention cut it off', async () => {
    type Piece = { start: string; lines: string[]; cursor: number | null }
    const read = async () => {
      const pieces: Piece[] = []
      for (let after = 0; pieces.at(-1)?.cursor !== null; after = pieces.at(-1)?.cursor ?? 0)
        pieces.push(
          await call(studio.owner.client, 'export_events', { p_studio_id: studio.id, p_after: after, p_limit: 50 }),
        )
      return { start: pieces[0]?.start ?? '', lines: pieces.flatMap(({ lines }) => lines) }
    }
    const first = await read()
    expect(first.lines.length).toBeGreaterThan(100)
    expect(checkChain(first)).toBe('whole')
    expect(checkChain({ ...first, lines: first.lines.toSpliced(5, 1) })).toBe('broken at 5')
    expect(checkChain({ ...first, lines: first.lines.with(9, first.lines[9]?.replace('Olga', 'Adam') ?? '') })).toBe(
      'broken at 9',
    )

    const again = await read()
    expect({ start: again.start, lines: again.lines.slice(0, first.lines.length) }).toEqual(first)
    expect(checkChain(again)).toBe('whole')

    await host.database.query('select private.forget_events($1, 40)', [studio.id])
    const second = await read()
    expect(checkChain(second)).toBe('whole')
    expect(second.lines[0]).toBe(first.lines[40])

    expect(await refusal(studio.lead.client, 'export_events', { p_studio_id: studio.id })).toMatchObject({
      code: '42501',
    })
  })
})

function checkChain({ start: before, lines }: { start: string; lines: readonly string[] }): string {
  let hash = before
  for (const [at, line] of lines.entries()) {
    const [, told = '', event = ''] = /^\{"hash":"([0-9a-f]{64})","event":(.*)\}$/.exec(line) ?? []
    hash = createHash('sha256')
      .update(hash + event)
      .digest('hex')
    if (hash !== told) return `broken at ${at}`
  }
  return 'whole'
}

describe('activity', () => {
  test('pages backwards by person, kind, item and time, with addresses', async () => {
    await call(studio.member.client, 'set_tasks_status', {
      p_task_ids: [shot.task.id],
      p_status_id: shot.spareStatus.id,
      p_operation_id: randomUUID(),
    })
    await studio.lead.client.from('items').update({ title: 'sh014' }).eq('id', shot.item.id)
    const activity = async (rest: object) =>
      await call<{ events: Logged[]; before: number | null }>(studio.viewer.client, 'list_activity', {
        p_studio_id: studio.id,
        ...rest,
      })

    const all = await activity({ p_item_id: shot.item.id })
    expect(kinds(all.events)).toEqual(['item.changed', 'task.status_changed', 'task.created', 'item.created'])
    expect(all.events[1]?.url).toMatch(
      /^\/studio\/blue-unicorn[^/]*\/project\/comet[^/]*\/space\/episode-one\?item=sh010&task=/,
    )
    expect(all.events[0]?.url).toMatch(/\?item=sh010$/)
    const ofStudio = await call<{ events: Logged[] }>(studio.owner.client, 'list_activity', {
      p_studio_id: studio.id,
      p_kinds: ['member'],
      p_limit: 1,
    })
    expect(ofStudio.events[0]?.url).toMatch(/^\/studio\/[a-z0-9-]+\/projects$/)
    expect(all.events.map(({ undoable }) => undoable)).toEqual([false, true, false, false])
    expect(kinds((await activity({ p_item_id: shot.item.id, p_actor_id: studio.member.id })).events)).toEqual([
      'task.status_changed',
    ])
    expect(kinds((await activity({ p_project_id: shot.project.id, p_kinds: ['item'], p_limit: 1 })).events)).toEqual([
      'item.changed',
    ])
    // A project is searched only between its oldest and newest event.
    const [reach] = await host.database.query<{ reach: unknown }>(
      `select (p.first_seq, p.last_seq) = (select min(e.seq), max(e.seq) from public.events e where e.project_id = $1)
       as reach from private.project_events p where p.project_id = $1`,
      [shot.project.id],
    )
    expect(reach).toEqual({ reach: true })
    const page = await activity({ p_item_id: shot.item.id, p_limit: 2 })
    expect(kinds((await activity({ p_item_id: shot.item.id, p_before: page.before, p_limit: 2 })).events)).toEqual([
      'task.created',
      'item.created',
    ])
    expect((await activity({ p_to: '2020-01-01' })).events).toEqual([])
  })
})
