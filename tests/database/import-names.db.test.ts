import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '../host/start-test-host.ts'
import { aStudio, aTask, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

/** Adds a status, a stage and a kind as an import does; the first two also to the space. */
async function addNames(spaceId: string) {
  const [status, stage, kind] = [randomUUID(), randomUUID(), randomUUID()]
  const name = `New ${status.slice(0, 6)}`
  const { client } = studio.owner
  const added = [
    await client.from('task_statuses').insert({ id: status, studio_id: studio.id, name }),
    await client.from('stages').insert({ id: stage, studio_id: studio.id, name }),
    await client.from('item_kinds').insert({ id: kind, studio_id: studio.id, key: `k${kind.slice(0, 8)}`, name }),
    await client.from('space_stages').insert({ space_id: spaceId, stage_id: stage, order_index: 990 }),
    await client.from('space_statuses').insert({ space_id: spaceId, status_id: status, order_index: 99 }),
  ]
  expect(added.map(({ error }) => error)).toEqual([null, null, null, null, null])
  const deletions = {
    statuses: [status],
    stages: [stage],
    kinds: [kind],
    space_statuses: [status],
    space_stages: [stage],
  }
  return { status, stage, kind, name, deletions }
}

async function takeBack(spaceId: string, deletions: object, who: keyof Pick<TestStudio, 'owner' | 'member'> = 'owner') {
  return await studio[who].client.rpc('apply_import', { p_space_id: spaceId, p_changes: { deletions } })
}

const count = async (table: 'task_statuses' | 'stages' | 'item_kinds' | 'space_stages', column: string, id: string) =>
  (await studio.owner.client.from(table).select(column).eq(column, id)).data?.length

test('undoing an import removes its unused statuses, stages and kinds', async () => {
  const shot = await aTask(studio)
  const spaceId = String(shot.space['id'])
  const { status, stage, kind, deletions } = await addNames(spaceId)
  const byMember = await takeBack(spaceId, deletions, 'member')
  const { data, error } = await takeBack(spaceId, deletions)

  expect(byMember.error?.code).toBe('42501')
  expect(error).toBeNull()
  expect(data).toMatchObject({ deleted: 0, kept: [] })
  expect(await count('task_statuses', 'id', status)).toBe(0)
  expect(await count('stages', 'id', stage)).toBe(0)
  expect(await count('item_kinds', 'id', kind)).toBe(0)
  expect(await count('space_stages', 'stage_id', stage)).toBe(0)
})

test('imported names used by a task, an item or another space stay and are listed', async () => {
  const shot = await aTask(studio)
  const other = await aTask(studio)
  const spaceId = String(shot.space['id'])
  const { client } = studio.owner
  const used = await addNames(spaceId)
  const elsewhere = await addNames(spaceId)
  const set = [
    await client.from('item_tasks').update({ status_id: used.status }).eq('id', String(shot.task['id'])),
    await client.from('items').update({ kind_id: used.kind }).eq('id', String(shot.item['id'])),
    await client
      .from('item_tasks')
      .insert({ item_id: shot.item['id'], stage_id: used.stage, status_id: used.status, title: 'x' }),
    await client
      .from('space_stages')
      .insert({ space_id: other.space['id'], stage_id: elsewhere.stage, order_index: 990 }),
  ]
  const first = await takeBack(spaceId, used.deletions)
  const second = await takeBack(spaceId, elsewhere.deletions)

  expect(set.map(({ error }) => error)).toEqual([null, null, null, null])
  expect(first.data).toMatchObject({
    kept: ['status', 'stage', 'kind'].map((of) => ({ of, name: used.name })),
  })
  expect(second.data).toMatchObject({ kept: [{ of: 'stage', name: elsewhere.name }] })
  expect(await count('space_stages', 'stage_id', used.stage)).toBe(1)
  expect(await count('space_stages', 'stage_id', elsewhere.stage)).toBe(1)
})

test('nothing of another studio is removed or named', async () => {
  const shot = await aTask(studio)
  const { status, stage, kind, deletions } = await addNames(String(shot.space['id']))
  const other = await aStudio(host)
  const { space } = await aTask(other)

  const { data, error } = await other.owner.client.rpc('apply_import', {
    p_space_id: String(space['id']),
    p_changes: { deletions },
  })

  expect(error).toBeNull()
  expect(data).toMatchObject({ kept: [] })
  expect(await count('task_statuses', 'id', status)).toBe(1)
  expect(await count('stages', 'id', stage)).toBe(1)
  expect(await count('item_kinds', 'id', kind)).toBe(1)
})
