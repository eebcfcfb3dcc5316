import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
beforeEach(async () => {
  shot = await aTask(studio)
})
afterAll(() => host.close())

async function newest(): Promise<number> {
  const page = await call<{ newest: number }>(studio.owner.client, 'list_events', { p_studio_id: studio.id })
  return page.newest
}
const undo = (p_seq: number, who: TestUser = studio.lead) => ({
  client: who.client,
  args: { p_studio_id: studio.id, p_seq, p_operation_id: randomUUID() },
})
type Undone = { changed: number; skipped: number }
async function takeBack(seq: number, who?: TestUser): Promise<Undone> {
  const { client, args } = undo(seq, who)
  const { changed, skipped } = await call<Undone>(client, 'undo_operation', args)
  return { changed, skipped }
}
async function task(): Promise<Record<string, unknown>> {
  const { data } = await studio.owner.client.from('item_tasks').select().eq('id', shot.task.id).single()
  return data ?? {}
}
const setStatus = async (p_status_id: string) =>
  await call(studio.member.client, 'set_tasks_status', {
    p_task_ids: [shot.task.id],
    p_status_id,
    p_operation_id: randomUUID(),
  })

test('a status change is undone by anybody who may set it, once', async () => {
  await setStatus(shot.spareStatus.id)
  const seq = await newest()
  expect(await refusal(studio.viewer.client, 'undo_operation', undo(seq).args)).toMatchObject({ code: '42501' })

  expect(await takeBack(seq)).toEqual({ changed: 1, skipped: 0 })
  expect((await task())['status_id']).toBe(shot.status.id)
  expect(await refusal(studio.lead.client, 'undo_operation', undo(seq).args)).toMatchObject({ code: '23505' })
  const { client, args } = undo(seq)
  expect(await refusal(client, 'undo_operation', { ...args, p_seq: 9e9 })).toMatchObject({ code: 'P0002' })
})

test('the activity shows how many changes an undo reverts, excluding those of other operations', async () => {
  const other = await aTask(studio)
  const both = [shot.task.id, other.task.id]
  const set = async (p_task_ids: string[], priority: number) =>
    await call(studio.member.client, 'update_tasks', {
      p_task_ids,
      p_field: 'priority',
      p_values: [priority],
      p_operation_id: randomUUID(),
    })
  await set([shot.task.id], 1)
  await set(both, 2)
  await set([shot.task.id], 3)

  const { events } = await call<{ events: { changes?: number }[] }>(studio.lead.client, 'list_activity', {
    p_studio_id: studio.id,
    p_kinds: ['task.changed'],
    p_limit: 4,
  })
  expect(events.map(({ changes }) => changes)).toEqual([1, 2, 2, 1])
})

test('an undo leaves alone what somebody has changed since', async () => {
  await setStatus(shot.spareStatus.id)
  const seq = await newest()
  const { data } = await studio.owner.client.from('task_statuses').select('id').eq('studio_id', studio.id)
  const third = (data ?? []).find(({ id }) => id !== shot.status.id && id !== shot.spareStatus.id)
  await setStatus(third?.id)

  expect(await takeBack(seq)).toEqual({ changed: 0, skipped: 1 })
  expect((await task())['status_id']).toBe(third?.id)
})

test('items, fields, tasks and deletions are undone', async () => {
  const { client } = studio.lead
  const field = await insert(client, 'field_definitions', {
    studio_id: studio.id,
    key: 'lens',
    name: 'Lens',
    kind: 'text',
  })
  const acts = [
    () =>
      call(client, 'update_rows', {
        p_table: 'items',
        p_changes: [{ key: { id: shot.item.id }, values: { title: 'renamed', frame_in: 1, frame_out: 9 } }],
        p_operation_id: randomUUID(),
      }),
    () =>
      call(client, 'set_fields', {
        p_of: 'item',
        p_changes: [{ id: shot.item.id, values: { [String(field['key'])]: '35' } }],
        p_operation_id: randomUUID(),
      }),
    () =>
      call(client, 'update_tasks', {
        p_task_ids: [shot.task.id],
        p_field: 'due_date',
        p_values: '2026-12-24',
        p_operation_id: randomUUID(),
      }),
    () => call(client, 'delete_rows', { p_table: 'items', p_keys: [shot.item.id], p_operation_id: randomUUID() }),
  ]
  const seqs: number[] = []
  for (const act of acts) {
    await act()
    seqs.push(await newest())
  }

  for (const seq of seqs.toReversed()) expect(await takeBack(seq)).toEqual({ changed: 1, skipped: 0 })
  const { data: item } = await client.from('items').select().eq('id', shot.item.id).single()
  expect(item).toMatchObject({ title: 'sh010', frame_in: null, fields: {} })
  expect(await task()).toMatchObject({ due_date: null, status_id: shot.status.id })
})

test('added comments, revisions, blocks and reviews are undone, and a block returns to its days', async () => {
  const { client } = studio.lead
  const { id: p_task } = shot.task
  const add = (p_table: string, row: object) =>
    call(client, 'insert_rows', { p_table, p_rows: [row], p_operation_id: randomUUID() })
  const [block, review] = [randomUUID(), randomUUID()]
  const move = (start_date: string) =>
    call(client, 'update_rows', {
      p_table: 'task_blocks',
      p_changes: [{ key: { id: block }, values: { start_date } }],
      p_operation_id: randomUUID(),
    })
  const acts = [
    () =>
      call(client, 'add_comment', {
        p_task_id: p_task,
        p_comment_id: randomUUID(),
        p_content: 'Look',
        p_operation_id: randomUUID(),
      }),
    () => add('task_versions', { id: randomUUID(), task_id: p_task, created_by: studio.lead.id, time_spent: '1h' }),
    () => add('task_blocks', { id: block, task_id: p_task, start_date: '2026-11-02', duration: 2 }),
    () => move('2026-11-09'),
    () =>
      add('review_sessions', {
        id: review,
        project_id: shot.project.id,
        name: 'Monday',
        kind: 'dailies',
        day: '2026-11-02',
      }),
  ]
  const seqs: number[] = []
  for (const act of acts) {
    await act()
    seqs.push(await newest())
  }

  // Moved since: left alone until the move is undone too.
  expect(await takeBack(seqs[2] ?? 0)).toEqual({ changed: 0, skipped: 1 })
  await add('task_blocks', { id: randomUUID(), task_id: p_task, start_date: '2026-11-02', duration: 1 })
  const other = await newest()
  for (const seq of [...seqs.slice(0, 2), ...seqs.slice(3), other])
    expect(await takeBack(seq)).toEqual({ changed: 1, skipped: 0 })
  const left = async (table: string) => (await client.from(table).select().eq('task_id', p_task)).data
  expect(await left('task_blocks')).toEqual([expect.objectContaining({ id: block, start_date: '2026-11-02' })])
  expect(await left('task_versions')).toEqual([])
  expect(await left('comments')).toEqual([])
  expect((await client.from('review_sessions').select().eq('id', review)).data).toEqual([])
})

test('an undo also reverts what rules did because of the change, last first', async () => {
  await setStatus(shot.spareStatus.id)
  const seq = await newest()
  await host.database.transaction(async (all) => {
    const claims = JSON.stringify({ sub: studio.lead.id, role: 'authenticated' })
    await all.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $3, true),
        set_config('xsheet.cause', $2, true), set_config('xsheet.depth', '1', true),
        set_config('xsheet.rule', gen_random_uuid()::text, true)`,
      [claims, String(seq), studio.lead.id],
    )
    await all.query('select public.update_tasks($1::uuid[], $2, $3::jsonb, null, gen_random_uuid())', [
      [shot.task.id],
      'priority',
      '5',
    ])
  })
  expect((await task())['priority']).toBe(5)

  expect(await takeBack(seq)).toEqual({ changed: 2, skipped: 0 })
  expect(await task()).toMatchObject({ priority: 0, status_id: shot.status.id })
})
