import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let ana: TestUser

type Columns = Record<string, unknown[]>
type Pulled = { rev: number; full: boolean; tables: Record<string, Columns>; deleted: Record<string, string[]> }

const studioId = randomUUID()
const spaceId = randomUUID()
const collectionId = randomUUID()
const statusIds = [randomUUID(), randomUUID(), randomUUID()]
const stageIds = [randomUUID(), randomUUID()]

beforeAll(async () => {
  host = await startTestHost()
  ana = await host.admin.createUser()
  const projectId = randomUUID()
  await host.database.execute(`
    insert into public.studios (id, name, custom_slug) values ('${studioId}', 'Northlight', 'northlight');
    insert into public.studio_members (studio_id, user_id, role_id) values ('${studioId}', '${ana.id}', '00000000-0000-4000-8000-000000000001');
    insert into public.role_permissions (studio_id, role_id, permission, is_allowed)
      select '${studioId}', '00000000-0000-4000-8000-000000000003', p, true from unnest(array['create', 'delete']) as p;
    insert into public.projects (id, studio_id, name) values ('${projectId}', '${studioId}', 'P');
    insert into public.spaces (id, project_id, name) values ('${spaceId}', '${projectId}', 'S');
    insert into public.collections (id, space_id, name) values ('${collectionId}', '${spaceId}', 'SQ010');
    ${statusIds.map((id, index) => `insert into public.task_statuses (id, studio_id, name, position, is_default) values ('${id}', '${studioId}', 'S${index}', ${index}, ${index === 0});`).join('\n')}
    ${stageIds.map((id, index) => `insert into public.stages (id, studio_id, name) values ('${id}', '${studioId}', 'G${index}'); insert into public.space_stages (space_id, stage_id) values ('${spaceId}', '${id}');`).join('\n')}
  `)
})
afterAll(() => host.close())

async function call<Answer>(name: string, args: object, user = ana): Promise<Answer> {
  const { data, error } = await user.client.rpc(name, args)
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`)
  return data as Answer // the procedure's documented answer
}

/** A client's copy of a space: rows by key, kept up to date by incremental pulls. */
class Picture {
  rev = 0
  rows = new Map<string, Record<string, unknown>>()

  async pull(): Promise<void> {
    const pulled = await call<Pulled>('pull_space', { p_space_id: spaceId, p_since: this.rev })
    if (pulled.full) this.rows.clear()
    for (const [table, keys] of Object.entries(pulled.deleted))
      for (const key of keys) this.rows.delete(`${table}/${key}`)
    for (const [table, columns] of Object.entries(pulled.tables)) {
      const names = Object.keys(columns)
      const keys = columns['id'] ?? columns['task_id'] ?? []
      keys.forEach((key, index) => {
        this.rows.set(
          `${table}/${String(key)}`,
          Object.fromEntries(names.map((name) => [name, columns[name]?.[index]])),
        )
      })
    }
    this.rev = pulled.rev
  }
}

test('incremental pulls lose nothing while eight people write at once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => host.admin.createUser()))
  await host.database.execute(
    people
      .map(
        (person) =>
          `insert into public.studio_members (studio_id, user_id, role_id) values ('${studioId}', '${person.id}', '00000000-0000-4000-8000-000000000003');`,
      )
      .join('\n'),
  )
  const watcher = new Picture()
  await watcher.pull()
  let isWriting = true
  const watch = async () => {
    while (isWriting) await watcher.pull()
  }
  const write = Promise.all(
    people.map(async (person, writer) => {
      for (let round = 0; round < 12; round++) {
        const items = [0, 1].map((n) => ({ id: randomUUID(), title: `w${writer} r${round} ${n}` }))
        const made = await call<{ items: { task_ids: Record<string, string> }[] }>(
          'create_items_with_tasks',
          { p_space_id: spaceId, p_collection_id: collectionId, p_items: items },
          person,
        )
        const taskIds = made.items.flatMap((item) => Object.values(item.task_ids))
        await call('set_tasks_status', { p_task_ids: taskIds, p_status_id: statusIds[1 + (round % 2)] }, person)
        const direct = await person.client
          .from('item_tasks')
          .update({ priority: 3 })
          .eq('id', taskIds[0] ?? '')
        expect(direct.error).toBeNull()
        const renamed = await person.client
          .from('items')
          .update({ title: `renamed ${writer} ${round}` })
          .eq('id', items[0]?.id ?? '')
        expect(renamed.error).toBeNull()
        if (round % 3 === 0) {
          const removed = await person.client
            .from('items')
            .delete()
            .eq('id', items[1]?.id ?? '')
          expect(removed.error).toBeNull()
        }
        await call('upsert_task_estimation', { p_task_id: taskIds[1], p_estimated_hours: round }, person)
      }
    }),
  )
  await Promise.all([write.finally(() => (isWriting = false)), watch()])
  await watcher.pull()

  const fresh = new Picture()
  await fresh.pull()
  expect(watcher.rows.size).toBe(fresh.rows.size)
  expect(Object.fromEntries(watcher.rows)).toEqual(Object.fromEntries(fresh.rows))
  expect(fresh.rows.size).toBeGreaterThan(8 * 12 * 4)
})

test('a transaction increases the revision by one, whatever it touches', async () => {
  const before = await call<Pulled>('pull_space', { p_space_id: spaceId, p_since: 0 })
  const items = Array.from({ length: 20 }, (_, n) => ({ id: randomUUID(), title: `one revision ${n}` }))

  await call('create_items_with_tasks', { p_space_id: spaceId, p_collection_id: collectionId, p_items: items })

  const after = await call<Pulled>('pull_space', { p_space_id: spaceId, p_since: before.rev })
  expect(after.rev).toBe(before.rev + 1)
  expect(after.tables['items']?.['id']).toHaveLength(20)
  expect(after.tables['item_tasks']?.['id']).toHaveLength(40)
})

test('a revision from the future, as after restoring a backup, pulls everything', async () => {
  const pulled = await call<Pulled>('pull_space', { p_space_id: spaceId, p_since: 10 ** 9 })

  expect(pulled.full).toBe(true)
})

test('every write sent twice changes nothing the second time', async () => {
  const itemId = randomUUID()
  const create = {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: [{ id: itemId, title: 'twice' }],
    p_operation_id: randomUUID(),
  }
  const made = await call<{ items: { task_ids: Record<string, string> }[] }>('create_items_with_tasks', create)
  const [taskId, otherTaskId] = stageIds.map((stage) => made.items[0]?.task_ids[stage])
  const filledItem = randomUUID()
  await call('create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: [{ id: filledItem, title: 'fill' }],
  })
  await ana.client.from('item_tasks').delete().eq('item_id', filledItem)
  const writes: [string, object][] = [
    ['create_items_with_tasks', create],
    [
      'set_tasks_status',
      { p_task_ids: [taskId, otherTaskId], p_status_id: statusIds[2], p_operation_id: randomUUID() },
    ],
    [
      'update_tasks',
      { p_task_ids: [taskId], p_field: 'due_date', p_values: ['2026-12-24'], p_operation_id: randomUUID() },
    ],
    [
      'update_tasks',
      { p_task_ids: [taskId], p_field: 'estimated_hours', p_values: [3.5], p_operation_id: randomUUID() },
    ],
    [
      'fill_empty_tasks',
      { p_cells: [{ id: randomUUID(), item_id: filledItem, stage_id: stageIds[0] }], p_operation_id: randomUUID() },
    ],
    ['create_item_task_with_comment', { p_item_id: filledItem, p_stage_id: stageIds[1], p_status_id: statusIds[0] }],
    [
      'add_comment',
      { p_task_id: taskId, p_comment_id: randomUUID(), p_content: 'Looks good', p_status_id: statusIds[0] },
    ],
    [
      'create_revision',
      {
        p_task_id: taskId,
        p_version_id: randomUUID(),
        p_comment_id: randomUUID(),
        p_comment: 'v',
        p_time_spent: '1h 30m',
        p_status_id: statusIds[1],
      },
    ],
    [
      'create_task_block',
      {
        p_task_id: taskId,
        p_assignee_id: ana.id,
        p_start_date: '2026-12-01',
        p_duration: 2,
        p_row_index: 0,
        p_id: randomUUID(),
      },
    ],
  ]
  const counted = [
    'items',
    'item_tasks',
    'comments',
    'task_versions',
    'task_blocks',
    'task_estimations',
    'notifications',
  ]
  const count = async () =>
    Object.fromEntries(
      await Promise.all(
        counted.map(async (table) => [
          table,
          (await host.database.query<{ n: number }>(`select count(*)::int as n from public.${table}`))[0]?.n,
        ]),
      ),
    )

  for (const [name, args] of writes) {
    const first = await call(name, args)
    const after = await count()
    const second = await call(name, args)

    expect([name, second]).toEqual([name, first])
    expect([name, await count()]).toEqual([name, after])
  }
})

test('an operation id reused for another write is refused, and an undo does not overwrite others’ changes', async () => {
  const made = await call<{ items: { task_ids: Record<string, string> }[] }>('create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: [{ title: 'undo' }],
  })
  const taskIds = Object.values(made.items[0]?.task_ids ?? {})
  const operation = randomUUID()
  await call('set_tasks_status', { p_task_ids: taskIds, p_status_id: statusIds[1], p_operation_id: operation })
  await expect(
    call('set_tasks_status', { p_task_ids: taskIds, p_status_id: statusIds[2], p_operation_id: operation }),
  ).rejects.toThrow('23505')
  await call('set_tasks_status', { p_task_ids: [taskIds[0]], p_status_id: statusIds[2] })

  const undone = await call<object>('update_tasks', {
    p_task_ids: taskIds,
    p_field: 'status_id',
    p_values: taskIds.map(() => statusIds[0]),
    p_expected: taskIds.map(() => statusIds[1]),
  })

  expect(undone).toMatchObject({ changed: 1, skipped: [{ task_id: taskIds[0], reason: 'conflict' }] })
})

test('each status change posts one comment, and none if it comes with a comment', async () => {
  const made = await call<{ items: { task_ids: Record<string, string> }[] }>('create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: [{ title: 'comments' }],
  })
  const taskId = Object.values(made.items[0]?.task_ids ?? {})[0] ?? ''
  await call('set_tasks_status', { p_task_ids: [taskId], p_status_id: statusIds[1] })
  await ana.client.from('item_tasks').update({ status_id: statusIds[2] }).eq('id', taskId)
  await call('add_comment', {
    p_task_id: taskId,
    p_comment_id: randomUUID(),
    p_content: 'Back',
    p_status_id: statusIds[0],
  })

  const { data } = await ana.client
    .from('comments')
    .select('content, is_automatic, metadata')
    .eq('task_id', taskId)
    .order('created_at')

  expect(data).toMatchObject([
    {
      content: '',
      is_automatic: true,
      metadata: { statusInfo: { status: 'S1', statusId: statusIds[1], changedStatus: true, fromStatus: 'S0' } },
    },
    { content: '', is_automatic: true, metadata: { statusInfo: { status: 'S2', fromStatus: 'S1' } } },
    { content: 'Back', is_automatic: false, metadata: { statusInfo: { status: 'S0', changedStatus: true } } },
  ])
})

test('tombstones and finished operations are deleted after 90 days; clients away longer pull everything', async () => {
  const [item, gone] = [
    { id: randomUUID(), title: 'stays' },
    { id: randomUUID(), title: 'goes' },
  ]
  const place = { p_space_id: spaceId, p_collection_id: collectionId }
  await call('create_items_with_tasks', { ...place, p_items: [item, gone], p_operation_id: randomUUID() })
  const away = new Picture()
  await away.pull()
  const removed = await ana.client.from('items').delete().eq('id', gone.id)
  const present = new Picture()
  await present.pull()
  const ageAll = (age: string) =>
    host.database.execute(`
      update private.tombstones set deleted_at = now() - interval '${age}' where studio_id = '${studioId}';
      update private.operations set created_at = now() - interval '${age}' where user_id = '${ana.id}';`)
  const sweepAndCount = async () => {
    const { error } = await host.admin.client.rpc('sweep_media', { p_after_id: null })
    const [left] = await host.database.query<{ tombstones: number; operations: number }>(
      `select (select count(*)::int from private.tombstones where studio_id = $1) as tombstones,
        (select count(*)::int from private.operations where user_id = $2) as operations`,
      [studioId, ana.id],
    )
    return { error, ...left }
  }
  const ask = (since: number) => call<Pulled>('pull_space', { p_space_id: spaceId, p_since: since })

  await ageAll('89 days')
  const before = await sweepAndCount()
  await ageAll('91 days')
  const after = await sweepAndCount()
  const full = [(await ask(away.rev)).full, (await ask(present.rev)).full]
  await away.pull()

  expect(removed.error).toBeNull()
  expect([before.tombstones, before.operations].every((count) => Number(count) > 0)).toBe(true)
  expect(after).toEqual({ error: null, tombstones: 0, operations: 0 })
  expect(full).toEqual([true, false])
  expect([away.rows.has(`items/${item.id}`), away.rows.has(`items/${gone.id}`)]).toEqual([true, false])
})
