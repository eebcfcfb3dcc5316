import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let itemIds: string[]
let otherCollection: string

type Ordered = { rev: number; changed: number; conflicts: string[] }

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
beforeEach(async () => {
  const { client } = studio.owner
  shot = await aTask(studio)
  itemIds = [shot.item.id]
  for (const [index, title] of ['sh020', 'sh030'].entries())
    itemIds.push(
      (await insert(client, 'items', { collection_id: shot.collection.id, title, order_rank: 2000 + index * 1000 })).id,
    )
  otherCollection = (await insert(client, 'collections', { space_id: shot.space.id, name: 'SQ020', order_rank: 2000 }))
    .id
})
afterAll(() => host.close())

const order = (args: object, client = studio.member.client) =>
  call<Ordered>(client, 'set_order_ranks', { p_table: 'items', ...args })

async function places(): Promise<unknown[]> {
  const { data } = await studio.viewer.client
    .from('items')
    .select('title, order_rank, collection_id')
    .in('id', itemIds)
    .order('order_rank')
  return (data ?? []).map((row) => [row.title, Number(row.order_rank), row.collection_id === otherCollection])
}

test('many rows are reordered in one step, moving to the named collection if one is given', async () => {
  const args = { p_ids: itemIds, p_ranks: [2500.5, 1, 3000], p_collection_ids: [null, otherCollection, null] }
  const answer = await order(args)

  expect(answer).toMatchObject({ changed: 2, conflicts: [] })
  expect(await places()).toEqual([
    ['sh020', 1, true],
    ['sh010', 2500.5, false],
    ['sh030', 3000, false],
  ])
  const rows = await host.database.query<{ rev: string }>(
    `select distinct rev from public.items where id = '${itemIds[0]}' or id = '${itemIds[1]}'`,
  )
  expect(rows.map((row) => Number(row.rev))).toEqual([answer.rev])
})

test('a row moved meanwhile stays and is reported', async () => {
  const [first = '', second = ''] = itemIds
  await order({ p_ids: [first], p_ranks: [9000], p_collection_ids: [otherCollection] })
  const stale = { p_ids: [first, second], p_ranks: [10, 20] }

  expect(await order({ ...stale, p_expected_ranks: [1000, 2000] })).toMatchObject({ changed: 1, conflicts: [first] })
  const { id } = shot.collection
  expect(await order({ ...stale, p_expected_collection_ids: [id, id] })).toMatchObject({
    changed: 0,
    conflicts: [first],
  })
  expect((await places()).at(-1)).toEqual(['sh010', 9000, true])
  expect(await order({ p_ids: [first], p_ranks: [9000], p_expected_ranks: [1] })).toMatchObject({
    changed: 0,
    conflicts: [],
  })
})

test('a repeated reorder gives the same response and changes nothing', async () => {
  const [first = ''] = itemIds
  const args = { p_ids: [first], p_ranks: [5000], p_operation_id: randomUUID() }
  const answer = await order(args)
  await order({ p_ids: [first], p_ranks: [6000] })

  expect(await order(args)).toEqual(answer)
  expect((await places()).at(-1)).toEqual(['sh010', 6000, false])
})

test('collections, spaces and projects are ordered the same way', async () => {
  const answers = await Promise.all([
    order({ p_table: 'collections', p_ids: [shot.collection.id, otherCollection], p_ranks: [2000, 1000] }),
    order({ p_table: 'spaces', p_ids: [shot.space.id], p_ranks: [7] }),
    order({ p_table: 'projects', p_ids: [shot.project.id], p_ranks: [3] }),
  ])
  expect(answers.map(({ changed }) => changed)).toEqual([2, 1, 1])
  const project = await studio.viewer.client.from('projects').select('display_order').eq('id', shot.project.id).single()
  expect(project.data).toEqual({ display_order: 3 })
  expect(await order({ p_table: 'projects', p_ids: [shot.project.id], p_ranks: [null] })).toMatchObject({ changed: 1 })
})

test('an item’s blocks move along with it to another collection', async () => {
  await call(studio.owner.client, 'create_task_block', { p_task_id: shot.task.id })
  await order({ p_ids: [shot.item.id], p_ranks: [1], p_collection_ids: [otherCollection] })
  const blocks = await studio.viewer.client.from('task_blocks').select('collection_id').eq('task_id', shot.task.id)
  expect(blocks.data).toEqual([{ collection_id: otherCollection }])
})

test('viewers, outsiders, other spaces and mismatched arguments are refused', async () => {
  const elsewhere = await aTask(studio, 'Elsewhere')
  const args = { p_table: 'items', p_ids: [shot.item.id], p_ranks: [1] }
  expect(await refusal(studio.viewer.client, 'set_order_ranks', args)).toMatchObject({ code: '42501' })
  expect(await refusal(studio.outsider.client, 'set_order_ranks', args)).toMatchObject({ code: 'P0002' })
  for (const wrong of [
    { p_collection_ids: [elsewhere.collection.id] },
    { p_ranks: [1, 2] },
    { p_ranks: ['NaN'] },
    { p_ids: [shot.item.id, shot.item.id], p_ranks: [1, 2] },
    { p_table: 'comments' },
    { p_table: 'collections', p_collection_ids: [otherCollection] },
  ])
    expect(await refusal(studio.owner.client, 'set_order_ranks', { ...args, ...wrong })).toMatchObject({
      code: '22023',
    })
})
