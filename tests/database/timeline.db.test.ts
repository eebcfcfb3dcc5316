import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host?.close())

type Answer = { rev: number; skipped: { block_id: string; reason: string }[] }
type Pull = {
  rev: number
  full: boolean
  tables: Record<string, Record<string, unknown[]>>
  deleted: Record<string, string[]>
}
const aBlock = (taskId: string, overrides: object = {}) => ({
  id: randomUUID(),
  task_id: taskId,
  assignee_id: studio.member.id,
  start_date: '2026-11-23',
  duration: 2,
  row_index: 0,
  ...overrides,
})
const queued = { assignee_id: null, start_date: null, duration: 1, row_index: 0 }
const change = async (changes: object[], operationId: string | null = null) =>
  await call<Answer>(studio.member.client, 'change_task_blocks', {
    p_studio_id: studio.id,
    p_changes: changes,
    p_operation_id: operationId,
  })
const blocksOf = async (taskId: string) => {
  const { data } = await studio.member.client
    .from('task_blocks')
    .select('id, assignee_id, start_date, duration, row_index')
    .eq('task_id', taskId)
    .order('created_at')
  return data ?? []
}
const pull = async (since = 0) =>
  await call<Pull>(studio.member.client, 'pull_timeline', { p_studio_id: studio.id, p_since: since })

test('many blocks are created, moved and deleted in one step; a repeat changes nothing', async () => {
  const { task } = await aTask(studio)
  const [first, second] = [aBlock(task.id), aBlock(task.id, { start_date: '2026-12-01' })]
  const operationId = randomUUID()

  await change([first, second])
  const moved = { ...first, start_date: '2026-11-25', row_index: 1 }
  const answer = await change([moved, { ...second, is_deleted: true }], operationId)
  const again = await change([moved, { ...second, is_deleted: true }], operationId)

  expect(answer).toEqual({ rev: expect.any(Number), skipped: [] })
  expect(again).toEqual(answer)
  expect(await blocksOf(task.id)).toMatchObject([{ id: first.id, start_date: '2026-11-25', row_index: 1 }])
})

test('a task never loses its last block: the oldest returns to the queue', async () => {
  const { task } = await aTask(studio)
  const [first, second] = [aBlock(task.id), aBlock(task.id, { start_date: '2026-12-01' })]
  await change([first])
  await change([second])

  await change([
    { ...first, is_deleted: true },
    { ...second, is_deleted: true },
  ])

  expect(await blocksOf(task.id)).toMatchObject([{ id: first.id, ...queued }])
})

test('a task is in the queue once, however often it is sent there', async () => {
  const { task } = await aTask(studio)
  const first = aBlock(task.id)
  await change([first, aBlock(task.id, queued)])

  await change([{ ...first, ...queued }])

  expect(await blocksOf(task.id)).toMatchObject([queued])
})

test('a pull from a day on contains tasks with a queued or later block, with all their blocks', async () => {
  const { client } = studio.member
  const [gone, seen, waiting] = [await aTask(studio), await aTask(studio), await aTask(studio)].map(
    ({ task }) => task.id,
  )
  const past = aBlock(gone ?? '', { start_date: '2024-03-01', duration: 10 })
  const early = aBlock(seen ?? '', { start_date: '2024-01-08' })
  const late = aBlock(seen ?? '', { start_date: '2024-03-10', duration: 0.5 })
  const inQueue = aBlock(waiting ?? '', queued)
  await change([past, early, late, inQueue])
  const mine = [past, early, late, inQueue].map(({ id }) => id)
  const pullFrom = async (day: string | null, since = 0) => {
    const args = { p_studio_id: studio.id, p_since: since, p_from: day }
    const { rev, tables } = await call<Pull>(client, 'pull_timeline', args)
    const found = new Set(tables['task_blocks']?.['id'])
    return { rev, blocks: mine.filter((id) => found.has(id)), tasks: tables['timeline_tasks']?.['id'] ?? [] }
  }

  const whole = await pullFrom(null)
  expect(whole.blocks).toEqual(mine)
  expect((await pullFrom('2024-03-10')).blocks).toEqual(mine)
  const part = await pullFrom('2024-03-11')
  expect(part.blocks).toEqual([inQueue.id])
  expect(part.tasks).toContain(waiting)
  expect(part.tasks).not.toContain(seen)
  expect((await pullFrom('2024-03-10')).tasks).toEqual(expect.arrayContaining([gone, seen, waiting]))

  // A block moved into range brings its task's other blocks along.
  await change([{ ...late, start_date: '2024-05-01' }])
  expect((await pullFrom('2024-03-11', part.rev)).blocks).toEqual([early.id, late.id])
  const sums = await call<{ tables: Record<string, { count: number }> }>(client, 'check_scope', {
    p_scope_kind: 'timeline',
    p_scope_id: studio.id,
    p_from: '2024-03-11',
  })
  const now = await call<Pull>(client, 'pull_timeline', { p_studio_id: studio.id, p_from: '2024-03-11' })
  expect(sums.tables['task_blocks']?.count).toBe(now.tables['task_blocks']?.['id']?.length)
  expect(sums.tables['timeline_tasks']?.count).toBe(now.tables['timeline_tasks']?.['id']?.length)
})

test('a guarded change leaves a block that somebody else has moved', async () => {
  const { task } = await aTask(studio)
  const block = aBlock(task.id)
  await change([block])
  const { id: _, task_id: __, ...values } = block
  await change([{ ...block, start_date: '2026-11-30' }])

  const answer = await change([
    { ...block, row_index: 3, expected: values },
    { ...aBlock(task.id, { start_date: '2027-01-04' }), expected: { is_absent: true } },
  ])

  expect(answer.skipped).toMatchObject([{ block_id: block.id, reason: 'conflict' }])
  expect(await blocksOf(task.id)).toMatchObject([
    { start_date: '2026-11-30', row_index: 0 },
    { start_date: '2027-01-04' },
  ])
})

test('viewers, outsiders, assignees from outside and invalid blocks are refused', async () => {
  const { task } = await aTask(studio)
  const args = (block: object) => ({ p_studio_id: studio.id, p_changes: [block] })

  expect(await refusal(studio.viewer.client, 'change_task_blocks', args(aBlock(task.id)))).toMatchObject({
    code: '42501',
  })
  expect(await refusal(studio.outsider.client, 'change_task_blocks', args(aBlock(task.id)))).toMatchObject({
    code: 'P0002',
  })
  const bad = [
    aBlock(task.id, { assignee_id: studio.outsider.id }),
    aBlock(task.id, { duration: 0 }),
    aBlock(task.id, { start_date: null }),
    aBlock(task.id, { start_date: 'soon' }),
  ]
  for (const block of bad) {
    expect(await refusal(studio.member.client, 'change_task_blocks', args(block))).toMatchObject({ code: '22023' })
  }
  expect(await refusal(studio.member.client, 'change_task_blocks', args(aBlock(randomUUID())))).toMatchObject({
    code: 'P0002',
  })
})

test('an invalid block id is refused in words that name it', async () => {
  const { client } = studio.member
  const { item } = await aTask(studio)

  const task = await refusal(client, 'upsert_task_estimation', { p_task_id: 'sh0040', p_estimated_hours: 1 })
  const items = await refusal(client, 'get_task_estimations_for_items', { p_item_ids: ['sh0040', item.id, 'sh0050'] })

  expect(task).toMatchObject({ code: '22023', message: 'Invalid task ID. Task must be referenced by UUID.' })
  expect(items).toMatchObject({ code: '22023', message: 'Invalid item IDs: sh0040, sh0050' })
})

test('an incremental pull contains moved blocks, renamed items, estimates and deletions', async () => {
  const { task, item, collection } = await aTask(studio)
  const [first, second] = [aBlock(task.id), aBlock(task.id, { start_date: '2026-12-01' })]
  await change([first, second])
  const start = await pull()

  await studio.member.client.from('items').update({ title: 'Renamed' }).eq('id', item.id)
  await call(studio.member.client, 'upsert_task_estimation', { p_task_id: task.id, p_estimated_hours: 12 })
  await change([{ ...second, is_deleted: true }])
  const news = await pull(start.rev)

  expect(start).toMatchObject({ full: true })
  expect(start.tables['task_blocks']?.['id']).toContain(first.id)
  expect(news).toMatchObject({ full: false, deleted: { task_blocks: [second.id] } })
  expect(news.tables['task_blocks']?.['id']).toEqual([])
  expect(news.tables['timeline_tasks']).toMatchObject({ id: [task.id], item_title: ['Renamed'], estimated_hours: [12] })

  const { client } = studio.member
  await client.from('collections').update({ name: 'Elsewhere' }).eq('id', collection.id)
  const renamed = await pull(news.rev)
  await client.from('item_tasks').update({ priority: 7 }).eq('id', task.id)
  const marked = await pull(renamed.rev)
  const whole = await pull()

  expect(renamed.tables['timeline_tasks']).toMatchObject({ id: [task.id], collection_name: ['Elsewhere'] })
  expect(marked.tables['timeline_tasks']).toMatchObject({ id: [task.id], priority: [7] })
  const place = whole.tables['timeline_tasks']?.['id']?.indexOf(task.id) ?? -1
  for (const [column, values] of Object.entries(marked.tables['timeline_tasks'] ?? {}))
    expect(whole.tables['timeline_tasks']?.[column]?.[place]).toEqual(values[0])
})

test('a timeline task contains its item’s kind, and whether the kind was deleted', async () => {
  const { task, item } = await aTask(studio)
  await change([aBlock(task.id)])
  const [kind] = await insertKinds('Vessel')
  await studio.member.client.from('items').update({ kind_id: kind }).eq('id', item.id)
  const start = await pull()
  const place = start.tables['timeline_tasks']?.['id']?.indexOf(task.id) ?? -1

  await studio.owner.client.from('item_kinds').delete().eq('id', kind)
  const news = await pull(start.rev)

  expect(start.tables['timeline_tasks']?.['kind_id']?.[place]).toBe(kind)
  expect(news.tables['timeline_tasks']).toMatchObject({ id: [task.id], kind_id: [null] })
})

async function insertKinds(...names: readonly string[]): Promise<readonly string[]> {
  const rows = names.map((name) => ({ studio_id: studio.id, key: name.toLowerCase(), name, item_type: 'asset' }))
  const { data, error } = await studio.owner.client.from('item_kinds').insert(rows).select('id')
  if (error) throw new Error(error.message)
  return data.map(({ id }) => String(id))
}

test('a task without blocks is not on the timeline, whatever changes', async () => {
  const { task, item } = await aTask(studio)
  const { client } = studio.member
  await client.from('task_blocks').delete().eq('task_id', task.id)
  const { rev } = await pull()

  await client.from('items').update({ title: 'Nobody plans it' }).eq('id', item.id)

  expect((await pull(rev)).tables['timeline_tasks']?.['id']).toEqual([])
  expect((await pull()).tables['timeline_tasks']?.['id']).not.toContain(task.id)
})

test('a pull hides a project closed to the caller, and shows it again once it is open', async () => {
  const { project, task } = await aTask(studio, 'Closed')
  await change([aBlock(task.id)])
  const { rev } = await pull()
  const role = { project_id: project.id, role_id: '00000000-0000-4000-8000-000000000004' }

  await insertAccess({ ...role, is_allowed: false })
  const closed = await pull(rev)
  await host.admin.client.from('project_role_access').update({ is_allowed: true }).match(role)
  const open = await pull(closed.rev)

  expect(closed.full).toBe(true)
  expect(closed.tables['timeline_tasks']?.['id']).not.toContain(task.id)
  expect(open.tables['timeline_tasks']?.['id']).toContain(task.id)
})

async function insertAccess(row: object): Promise<void> {
  const { error } = await studio.owner.client.from('project_role_access').insert(row)
  if (error) throw new Error(error.message)
}

test('open tasks without assignee or plan are queued once', async () => {
  const { project, task, status } = await aTask(studio, 'Unplanned')
  const args = { p_studio_id: studio.id, p_project_id: project.id }

  const first = await call<{ block_ids: string[] }>(studio.member.client, 'queue_unplanned_tasks', args)
  const second = await call<{ block_ids: string[] }>(studio.member.client, 'queue_unplanned_tasks', args)

  expect(status).toBeDefined()
  expect(await blocksOf(task.id)).toMatchObject([{ id: first.block_ids[0], ...queued }])
  expect(second.block_ids).toEqual([])
})

test('days off are set by oneself; for others it takes the permission to create', async () => {
  const days = (userId: string, isOff = true) => ({
    p_studio_id: studio.id,
    p_user_id: userId,
    p_days: ['2026-12-24', '2026-12-25'],
    p_is_off: isOff,
  })

  await call(studio.viewer.client, 'set_days_off', days(studio.viewer.id))
  await call(studio.member.client, 'set_days_off', days(studio.lead.id))
  const before = await pull()
  await call(studio.lead.client, 'set_days_off', days(studio.lead.id, false))
  const after = await pull(before.rev)

  expect(before.tables['member_days_off']?.['user_id']).toEqual(
    expect.arrayContaining([studio.viewer.id, studio.lead.id]),
  )
  expect(after.deleted['member_days_off']?.toSorted()).toEqual([
    `${studio.lead.id}:2026-12-24`,
    `${studio.lead.id}:2026-12-25`,
  ])
  expect(await refusal(studio.viewer.client, 'set_days_off', days(studio.lead.id))).toMatchObject({ code: '42501' })
  expect(await refusal(studio.outsider.client, 'set_days_off', days(studio.lead.id))).toMatchObject({ code: 'P0002' })
})

test('a calendar address serves its person’s plan without a session until it is renewed or revoked, or they leave', async () => {
  const { task } = await aTask(studio, 'In the calendar')
  const block = aBlock(task.id, { start_date: '2026-11-23', duration: 2.5 })
  await change([block])
  const make = async () => await call<string>(studio.member.client, 'create_calendar_feed', { p_studio_id: studio.id })
  const read = async (token: string) => await fetch(`${host.url}/functions/v1/calendar-feed?token=${token}`)

  const first = await make()
  const second = await make()
  const answer = await read(second)

  expect(second).toMatch(/^[0-9a-f]{40}$/)
  expect((await read(first)).status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await answer.text()).toContain(`UID:${block.id}@xsheet\r\n`)
  expect((await read('0'.repeat(40))).status).toBe(404)
  expect((await read('x')).status).toBe(404)
  const { error } = await studio.member.client.rpc('read_calendar_feed', { p_token: second })
  expect(error).not.toBeNull()
  await call(studio.member.client, 'revoke_calendar_feed', { p_studio_id: studio.id })
  expect((await read(second)).status).toBe(404)
})

test('five thousand blocks go in one call', async () => {
  const { space, collection, stage } = await aTask(studio, 'Large')
  const { data: statuses } = await studio.owner.client.from('task_statuses').select('id').limit(1)
  const item = await insert(studio.owner.client, 'items', { collection_id: collection.id, title: 'many' })
  const task = await insert(studio.owner.client, 'item_tasks', {
    item_id: item.id,
    stage_id: stage.id,
    status_id: statuses?.[0]?.id,
  })
  const blocks = Array.from({ length: 5000 }, (_, index) => aBlock(task.id, { row_index: index % 900 }))

  const answer = await change(blocks)

  expect(space).toBeDefined()
  expect(answer.skipped).toEqual([])
  const { count } = await studio.owner.client
    .from('task_blocks')
    .select('id', { count: 'exact', head: true })
    .eq('task_id', task.id)
  expect(count).toBe(5000)
})
