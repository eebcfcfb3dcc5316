import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

type Deletion = { rev: number; deleted: number }
type Restoration = { rev: number; restored: number; skipped: { table: string; key: string; reason: string }[] }

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
beforeEach(async () => {
  shot = await aTask(studio)
})
afterAll(() => host.close())

/** Returns every row of the tables below a project, without the columns a restoration stamps anew. */
async function snapshot(): Promise<Record<string, unknown[]>> {
  const tables = await host.database.query<{ name: string }>(`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'project_id' and table_name not like 'notif%' and table_name <> 'events'
    union select 'projects' union select 'space_stages' order by 1`)
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const found = await host.database.query<{ row: unknown }>(
      `select to_jsonb(t) - 'rev' - 'updated_at' as row from public.${name} t order by (to_jsonb(t) - 'rev' - 'updated_at')::text`,
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

/** Creates a task with everything that can be below it. */
async function fillShot({ client }: { client: SupabaseClient } = studio.owner): Promise<void> {
  const taskId = shot.task.id
  const media = { id: randomUUID(), filename: 'a.png', content_type: 'image/png', size_bytes: 1 }
  await call(client, 'register_uploads', { p_files: [media], p_project_id: shot.project.id })
  await host.database.execute(`update public.media set is_stored = true where id = '${media.id}'`)
  await call(client, 'save_space_config', {
    p_space_id: shot.space.id,
    p_stage_ids: [shot.stage.id],
    p_status_ids: [shot.status.id],
  })
  await call(client, 'update_tasks', { p_task_ids: [taskId], p_field: 'assignee_id', p_values: [studio.member.id] })
  await call(client, 'update_tasks', { p_task_ids: [taskId], p_field: 'estimated_hours', p_values: [2.5] })
  await call(client, 'create_task_block', { p_task_id: taskId })
  for (const comment of ['First', 'Second']) {
    await call(client, 'create_revision', {
      p_task_id: taskId,
      p_version_id: randomUUID(),
      p_comment_id: randomUUID(),
      p_comment: comment,
      p_time_spent: '2h 30m',
      p_media_ids: [media.id],
      p_mentions: [studio.lead.id],
    })
  }
  await client.from('boards').insert({ item_id: shot.item.id })
  const { data: board } = await client.from('boards').select('id').eq('item_id', shot.item.id).single()
  await client.from('canvas_items').insert({ board_id: board?.id, type: 'text', text: 'Note' })
}

const remove = (table: string, keys: unknown[], client = studio.owner.client) =>
  call<Deletion>(client, 'delete_rows', { p_table: table, p_keys: keys })
const restore = (rev: number, client = studio.owner.client) =>
  call<Restoration>(client, 'restore_deleted', { p_studio_id: studio.id, p_rev: rev })
const refusedRestore = async (rev: number, client = studio.owner.client) =>
  await refusal(client, 'restore_deleted', { p_studio_id: studio.id, p_rev: rev })

test.each(['item_tasks', 'items', 'collections', 'spaces', 'projects'] as const)(
  'a deletion in %s is restored completely, without notifying anybody again',
  async (table) => {
    await fillShot()
    const before = await snapshot()
    const told = await host.database.query('select count(*) from public.notifications')
    const target = { item_tasks: shot.task, items: shot.item, collections: shot.collection, spaces: shot.space }
    const { id } = table === 'projects' ? shot.project : target[table]

    const deletion = await remove(table, [id])
    expect(deletion.deleted).toBe(1)
    expect(await snapshot()).not.toEqual(before)
    const restoration = await restore(deletion.rev)

    expect(restoration.skipped).toEqual([])
    expect(restoration.rev).toBeGreaterThan(deletion.rev)
    expect(await snapshot()).toEqual(before)
    expect(await host.database.query('select count(*) from public.notifications')).toEqual(told)
  },
)

test('comments, revisions and blocks are restored with everything below them', async () => {
  await fillShot()
  const before = await snapshot()
  for (const table of ['comments', 'task_versions', 'task_blocks']) {
    const rows = await studio.owner.client.from(table).select('id').eq('task_id', shot.task.id)
    const deletion = await remove(table, rows.data?.map((row) => row.id) ?? [])
    await restore(deletion.rev)
    expect(await snapshot()).toEqual(before)
  }
})

test('clients pull restored rows again', async () => {
  const { rev } = await remove('items', [shot.item.id])
  await restore(rev)

  type Pulled = { tables: Record<string, { id: string[] }> }
  const pulled = await call<Pulled>(studio.viewer.client, 'pull_space', { p_space_id: shot.space.id, p_since: rev })

  expect(pulled.tables['items']?.id).toEqual([shot.item.id])
  expect(pulled.tables['item_tasks']?.id).toEqual([shot.task.id])
})

test('a repeated deletion or restoration changes nothing and returns its deletion', async () => {
  const [deletionId, restorationId] = [randomUUID(), randomUUID()]
  const args = { p_studio_id: studio.id, p_deletion_id: deletionId, p_operation_id: restorationId }
  const deletion = { p_table: 'items', p_keys: [shot.item.id], p_operation_id: deletionId }
  const first = await call<Deletion>(studio.owner.client, 'delete_rows', deletion)
  expect(await call(studio.owner.client, 'delete_rows', deletion)).toEqual(first)

  const restored = await call<Restoration>(studio.owner.client, 'restore_deleted', args)
  expect(restored.restored).toBe(2)
  expect(await call(studio.owner.client, 'restore_deleted', args)).toEqual(restored)
  expect(await remove('items', [randomUUID()])).toEqual({ rev: null, deleted: 0 })
  expect(await refusedRestore(first.rev)).toMatchObject({ code: 'P0002', status: 404 })
})

test('deletion follows the row rules, completely or not at all', async () => {
  const other = await aTask(studio)
  const { id } = shot.item
  for (const person of [studio.member, studio.viewer])
    expect(
      await refusal(person.client, 'delete_rows', { p_table: 'items', p_keys: [id, other.item.id] }),
    ).toMatchObject({
      code: '42501',
    })
  expect(await remove('items', [id], studio.outsider.client)).toEqual({ rev: null, deleted: 0 })
  for (const args of [
    { p_table: 'studio_members', p_keys: [id] },
    { p_table: 'items', p_keys: [] },
  ])
    expect(await refusal(studio.owner.client, 'delete_rows', args)).toMatchObject({ code: '22023' })
  expect((await studio.owner.client.from('items').select('id').eq('id', id)).data).toHaveLength(1)

  await call(studio.member.client, 'save_space_config', {
    p_space_id: shot.space.id,
    p_stage_ids: [shot.stage.id, shot.spareStage.id],
    p_status_ids: [shot.status.id],
  })
  const stage = await remove('space_stages', [`${shot.space.id}:${shot.spareStage.id}`], studio.member.client)
  expect(stage.deleted).toBe(1)
})

test('people restore what they deleted themselves; a role with delete restores anybody’s', async () => {
  const comment = async () => {
    const id = randomUUID()
    await call(studio.member.client, 'add_comment', { p_task_id: shot.task.id, p_comment_id: id, p_content: 'Mine' })
    return await remove('comments', [id], studio.member.client)
  }
  const [mine, theirs] = [await comment(), await comment()]
  const { rev } = await remove('items', [shot.item.id], studio.lead.client)

  for (const person of [studio.member, studio.viewer])
    expect(await refusedRestore(rev, person.client)).toMatchObject({ code: 'P0002' })
  expect(await refusedRestore(rev, studio.outsider.client)).toMatchObject({
    code: 'P0002',
    message: 'Studio not found',
  })
  await restore(rev, studio.admin.client)
  expect((await restore(mine.rev, studio.member.client)).restored).toBe(1)
  expect((await restore(theirs.rev, studio.lead.client)).restored).toBe(1)
})

test('a role cannot restore a project it may not open', async () => {
  await studio.owner.client
    .from('project_role_access')
    .insert({ project_id: shot.project.id, role_id: '00000000-0000-4000-8000-000000000004', is_allowed: false })
  const item = await remove('items', [shot.item.id])
  expect(await refusedRestore(item.rev, studio.lead.client)).toMatchObject({ code: 'P0002' })
  const project = await remove('projects', [shot.project.id])
  expect(await refusedRestore(project.rev, studio.lead.client)).toMatchObject({ code: 'P0002' })
  expect((await restore(project.rev)).skipped).toEqual([])
  expect((await restore(item.rev)).restored).toBe(2)
})

test('what cannot be restored says why, and the rest is restored', async () => {
  const { client } = studio.owner
  const second = { id: randomUUID(), collection_id: shot.collection.id, title: 'sh020' }
  await client.from('items').insert(second)

  const items = await remove('items', [shot.item.id, second.id])
  await client.from('items').insert({ collection_id: shot.collection.id, title: 'sh010' })
  const { restored, skipped } = await restore(items.rev)
  expect(restored).toBe(1)
  expect(skipped).toEqual([
    { table: 'items', key: shot.item.id, reason: 'taken' },
    { table: 'item_tasks', key: shot.task.id, reason: 'parent_gone' },
  ])
  expect(await refusedRestore(items.rev)).toMatchObject({ code: '23505', status: 409 })

  const item = await remove('items', [second.id])
  await remove('collections', [shot.collection.id])
  expect(await refusedRestore(item.rev)).toMatchObject({ code: '23503', status: 409 })
})

test('a cell filled meanwhile keeps its new task', async () => {
  const { client } = studio.owner
  const { rev } = await remove('item_tasks', [shot.task.id])
  const cell = { item_id: shot.item.id, stage_id: shot.stage.id }
  await call(client, 'fill_empty_tasks', { p_cells: [cell] })
  expect(await refusedRestore(rev)).toMatchObject({ code: '23505' })
})

test('deleted content is forgotten after thirty days, but not the deletion itself', async () => {
  const { rev } = await remove('items', [shot.item.id])
  await host.database.execute(
    `update private.tombstones set deleted_at = now() - interval '31 days' where studio_id = '${studio.id}'`,
  )
  await remove('collections', [shot.collection.id])

  expect(await refusedRestore(rev)).toMatchObject({ code: 'P0002' })
  const pulled = await call<{ deleted: Record<string, string[]> }>(studio.owner.client, 'pull_space', {
    p_space_id: shot.space.id,
    p_since: rev - 1,
  })
  expect(pulled.deleted['items']).toEqual([shot.item.id])
})
