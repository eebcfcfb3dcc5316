import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyImport } from '#core/exchange/apply-import.ts'
import { AppError } from '#core/lib/errors.ts'
import {
  newId,
  toId,
  type CollectionId,
  type ItemId,
  type OperationId,
  type SpaceId,
  type StudioId,
} from '#core/lib/ids.ts'
import { aStudio, aTask, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

type Answer = Readonly<Record<string, unknown>>
const ids = (row: Record<string, unknown>): string => String(row['id'])

async function apply(spaceId: string, changes: object, operation = randomUUID()) {
  const request = { p_space_id: spaceId, p_changes: changes, p_operation_id: operation }
  return await studio.owner.client.rpc('apply_import', request)
}

test('an import is applied completely and once, or not at all', async () => {
  const shot = await aTask(studio)
  const [space, collection, item, task] = [shot.space, shot.collection, shot.item, shot.task].map(ids)
  const made = { id: randomUUID(), collection_id: collection, title: '001', slug: '001', frame_in: 1, frame_out: 9 }
  const tasks = [
    { id: randomUUID(), item_id: made.id, stage_id: shot.stage['id'], due_date: '2026-12-18', estimated_hours: 2.5 },
  ]
  const changes = [{ id: task, field: 'priority', from: 0, to: 3 }]
  const renamed = {
    id: item,
    expected: { frame_in: null },
    fields: { frame_in: 5, frame_out: 6, frame_rate: '24000/1001' },
  }
  const plan = { items: [made], tasks, item_changes: [renamed], task_changes: changes }
  const operation = randomUUID()
  const bad = await apply(String(space), { ...plan, items: [{ ...made, frame_out: 0 }] })
  const nothing = await studio.owner.client.from('items').select('id').eq('id', made.id)
  const first = await apply(String(space), plan, operation)
  const again = await apply(String(space), plan, operation)
  const refused = await apply(String(space), { item_changes: [renamed] })
  const skipped = await apply(String(space), { item_changes: [renamed], on_conflict: 'skip' })
  const pulled = await studio.owner.client.rpc('pull_space', { p_space_id: space })

  expect(bad.error).toMatchObject({ code: '22023' })
  expect(nothing.data).toEqual([])
  expect(first.error).toBeNull()
  expect(first.data).toMatchObject({ items: 1, tasks: 1, changed: 2, conflicts: [] })
  expect(again.data).toEqual(first.data)
  expect(refused.error).toMatchObject({ code: '23505' })
  expect(skipped.data).toMatchObject({ changed: 0, conflicts: [{ id: item, field: 'item' }] })
  const { items } = (pulled.data as { tables: { items: Record<string, unknown[]> } }).tables
  expect(items['frame_in']).toContain(5)
  expect(items['frame_rate']).toContain('24000/1001')
})

test('a check-only import refuses what it would refuse, and changes nothing', async () => {
  const shot = await aTask(studio)
  const [space, item, task] = [shot.space, shot.item, shot.task].map(ids)
  const itemChange = { id: item, expected: { frame_in: null }, fields: { frame_in: 5, frame_out: 6 } }
  const taskChange = { id: task, field: 'priority', from: 0, to: 3 }
  const check = async (changes: object) =>
    await apply(String(space), { item_changes: [itemChange], task_changes: [taskChange], ...changes, only_check: true })
  const operation = randomUUID()

  const before = await studio.owner.client.rpc('pull_space', { p_space_id: space })
  const fits = await apply(String(space), { item_changes: [itemChange], only_check: true }, operation)
  const late = [
    await check({ item_changes: [{ ...itemChange, expected: { frame_in: 1 } }] }),
    await check({ task_changes: [{ ...taskChange, from: 1 }] }),
    await check({ task_changes: [{ ...taskChange, id: randomUUID() }] }),
  ]
  const after = await studio.owner.client.rpc('pull_space', { p_space_id: space })
  const same = await check({ task_changes: [{ ...taskChange, from: 1, to: 0 }] })
  const carriedOut = await apply(String(space), { item_changes: [itemChange] })
  const again = await apply(String(space), { item_changes: [itemChange], only_check: true }, operation)

  expect([fits.error, same.error, carriedOut.error]).toEqual([null, null, null])
  expect(late.map(({ error }) => error?.code)).toEqual(['23505', '23505', '23505'])
  expect(after.data).toEqual(before.data)
  expect(again.data).toEqual(fits.data)
})

test('a repeated name is numbered, without colliding with another', async () => {
  const { space, collection } = await aTask(studio)
  const titles = ['Shot', 'Shot', 'shot 2', 'sh010', 'SHOT', 'shot 2']
  const items = [
    ...titles.map((title) => ({ id: randomUUID(), collection_id: ids(collection), title })),
    { id: randomUUID(), collection_id: ids(collection), title: 'Of its own', slug: 'shot-4' },
  ]

  const { error } = await apply(ids(space), { items })

  expect(error).toBeNull()
  const { data } = await studio.owner.client.from('items').select('id, custom_slug').eq('space_id', ids(space))
  const slugs = new Map(data?.map((row) => [row.id, row.custom_slug]))
  expect(items.map(({ id }) => slugs.get(id))).toEqual([
    'shot',
    'shot-3',
    'shot-2',
    'sh010-2',
    'shot-5',
    'shot-2-2',
    'shot-4',
  ])
})

test('an import of many rows reads each row a few times, however many exist', async () => {
  const { space, collection, stage } = await aTask(studio)
  const countLooks = async (count: number): Promise<number> => {
    const items = Array.from({ length: count }, () => ({
      id: randomUUID(),
      collection_id: ids(collection),
      title: 'Again',
    }))
    const tasks = items.map(({ id }) => ({ id: randomUUID(), item_id: id, stage_id: ids(stage), estimated_hours: 1 }))
    return await host.database.asUser({ role: 'authenticated', sub: studio.owner.id }, async (user) => {
      await user.query('select public.apply_import($1, $2::jsonb)', [ids(space), JSON.stringify({ items, tasks })])
      const [looks] = await user.query<{ rows: number }>(
        `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_xact_user_tables where relname in ('items', 'item_tasks', 'task_estimations')`,
      )
      return looks?.rows ?? 0
    })
  }

  const looks = [await countLooks(600), await countLooks(600), await countLooks(600)]

  for (const rows of looks) expect(rows).toBeLessThan(600 * 30)
})

test('a viewer cannot import, and a member cannot delete through an import', async () => {
  const shot = await aTask(studio)
  const request = { p_space_id: shot.space['id'], p_changes: { item_changes: [] } }
  const { error } = await studio.viewer.client.rpc('apply_import', request)

  const deletion = { p_space_id: shot.space['id'], p_changes: { deletions: { items: [ids(shot.item)] } } }
  const deleted = await studio.member.client.rpc('apply_import', deletion)

  expect(error).toMatchObject({ code: '42501' })
  expect(deleted.error).toMatchObject({ code: '42501' })
})

test('a revision of the same files is returned instead of posted again, whatever its ids', async () => {
  const { task } = await aTask(studio)
  const client = studio.owner.client
  const sha256 = 'a'.repeat(64)
  const revision = () => ({
    task_id: ids(task),
    version_id: randomUUID(),
    comment_id: randomUUID(),
    time_spent: '1h',
    files: [],
  })
  const [mediaId, path] = [randomUUID(), 'x.png']
  await client.rpc('register_uploads', {
    p_files: [{ id: mediaId, filename: path, content_type: 'image/png', size_bytes: 3 }],
    p_task_id: ids(task),
  })
  await host.database.execute(`update public.media set is_stored = true where id = '${mediaId}'`)
  const withFile = () => ({ ...revision(), files: [{ id: mediaId, sha256 }] })
  const posted = await client.rpc('create_revisions', { p_revisions: [withFile(), { ...revision(), time_spent: '' }] })
  const repeated = await client.rpc('create_revisions', { p_revisions: [withFile()] })
  const meant = await client.rpc('create_revisions', { p_revisions: [withFile()], p_is_new: true })
  const found = await client.rpc('find_revisions', { p_revisions: [{ task_id: ids(task), sha256: [sha256] }] })
  const stranger = await host.admin.createUser()
  const unseen = await stranger.client.rpc('find_revisions', {
    p_revisions: [{ task_id: ids(task), sha256: [sha256] }],
  })
  const forbidden = await stranger.client.rpc('create_revisions', { p_revisions: [revision()] })

  const [first, second] = (posted.data as { revisions: Answer[] }).revisions
  expect(first).toMatchObject({ state: 'posted', version_number: 1 })
  expect(second).toMatchObject({ state: 'failed', code: '22023' })
  expect(repeated.data).toMatchObject({ revisions: [{ state: 'present', version_id: first?.['version_id'] }] })
  expect(meant.data).toMatchObject({ revisions: [{ state: 'posted', version_number: 2 }] })
  expect(found.data).toMatchObject([{ n: 0, version_number: 2 }])
  expect(unseen.data).toEqual([])
  expect(forbidden.data).toMatchObject({ revisions: [{ state: 'failed', code: 'P0002' }] })
})

test('an import interrupted between two steps resumes there, without duplicates and in order', async () => {
  const { space, collection } = await aTask(studio)
  const frames = {
    frameIn: undefined,
    frameOut: undefined,
    handleIn: undefined,
    handleOut: undefined,
    frameRate: undefined,
  }
  const items = Array.from({ length: 6100 }, (_, at) => ({
    id: newId<ItemId>(),
    collectionId: toId<CollectionId>(ids(collection)),
    title: `SH${String(at).padStart(4, '0')}`,
    externalIds: {},
    ...frames,
  }))
  const changes = { collections: [], items, tasks: [], itemChanges: [], taskChanges: [], deletions: undefined }
  const place = { studioId: toId<StudioId>(studio.id), spaceId: toId<SpaceId>(ids(space)) }
  const request = { ...place, operationId: newId<OperationId>(), changes } as const
  const calls = { made: 0 }
  const gateway = {
    call: async (name: string, sent?: Readonly<Record<string, unknown>>): Promise<unknown> => {
      const { data } = await studio.owner.client.rpc(name, sent).throwOnError()
      calls.made += 1
      // The response to the second step, and to its retry, is lost.
      if (calls.made === 2 || calls.made === 3) throw new AppError('offline', 'No answer', { retryable: true })
      return data
    },
    pull: async () => await Promise.reject(new Error('Nothing here makes fields')),
  }
  await expect(applyImport(gateway, { ...request, onConflict: 'refuse' })).rejects.toThrow('No answer')
  const outcome = await applyImport(gateway, { ...request, onConflict: 'refuse' })
  const rows = await host.database.query<{ title: string }>(
    'select title, order_rank from public.items where space_id = $1 and title like $2 order by order_rank',
    [ids(space), 'SH%'],
  )

  expect(outcome).toMatchObject({ items: 6100, conflicts: [] })
  expect(rows.map(({ title }) => title)).toEqual(items.map(({ title }) => title))
})
