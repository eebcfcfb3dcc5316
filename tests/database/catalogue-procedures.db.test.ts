import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

async function listIds(table: 'stages' | 'task_statuses', order: 'order_index' | 'position'): Promise<string[]> {
  const { data } = await studio.owner.client.from(table).select('id').eq('studio_id', studio.id).order(order)
  return (data ?? []).map((row) => row.id as string) // an id column
}

async function listDefaults(): Promise<unknown> {
  const { data } = await studio.owner.client
    .from('task_statuses')
    .select('name')
    .eq('studio_id', studio.id)
    .is('is_default', true)
  return data
}

describe('deleting stages and statuses', () => {
  test("refuses those that tasks use, in the documents' words", async () => {
    const { client } = studio.owner

    const stage = await client.from('stages').delete().eq('id', shot.stage.id)
    const status = await client.from('task_statuses').delete().eq('id', shot.status.id)

    expect(stage.error).toMatchObject({ code: '23503', message: 'Cannot delete stage: 1 tasks are using it' })
    expect(status.error).toMatchObject({ code: '23503', message: 'Cannot delete status: 1 tasks are using it' })
  })

  test("refuses those that only spaces use, in the documents' words", async () => {
    const { client } = studio.owner
    const stage = await insert(client, 'stages', { studio_id: studio.id, name: 'Editing' })
    const status = await insert(client, 'task_statuses', { studio_id: studio.id, name: 'On hold', position: 9 })
    await client.from('space_stages').insert({ space_id: shot.space.id, stage_id: stage.id })
    await client.from('space_statuses').insert({ space_id: shot.space.id, status_id: status.id })

    const refused = [
      await client.from('stages').delete().eq('id', stage.id),
      await client.from('task_statuses').delete().eq('id', status.id),
    ]
    await client.from('space_stages').delete().eq('stage_id', stage.id)
    await client.from('space_statuses').delete().eq('status_id', status.id)
    const allowed = [
      await client.from('stages').delete().eq('id', stage.id),
      await client.from('task_statuses').delete().eq('id', status.id),
    ]

    expect(refused.map(({ error }) => error?.message)).toEqual([
      'Cannot delete stage: 1 spaces are using it',
      'Cannot delete status: 1 spaces are using it',
    ])
    expect(allowed.map(({ error }) => error)).toEqual([null, null])
    expect(await listIds('stages', 'order_index')).not.toContain(stage.id)
  })

  test('makes the first remaining status the default if the default is deleted', async () => {
    const other = await aStudio(host, 'Defaults')
    const { client } = other.owner
    await client.from('task_statuses').delete().eq('studio_id', other.id).is('is_default', true)

    const { data } = await client.from('task_statuses').select('name').eq('studio_id', other.id).is('is_default', true)
    expect(data).toEqual([{ name: 'WIP' }])
  })
})

describe('ordering stages and statuses', () => {
  test('numbers stages in steps of 10, with those not named following', async () => {
    const before = await listIds('stages', 'order_index')
    const [first = '', second = '', ...rest] = before

    await call(studio.member.client, 'reorder_stages', { p_studio_id: studio.id, p_ids: [second, first] })

    const { data } = await studio.owner.client
      .from('stages')
      .select('id, order_index')
      .eq('studio_id', studio.id)
      .order('order_index')
    expect(data).toEqual([second, first, ...rest].map((id, index) => ({ id, order_index: (index + 1) * 10 })))
    expect(await call(studio.member.client, 'reorder_stages', { p_studio_id: studio.id, p_ids: [second, first] })).toBe(
      0,
    )
  })

  test('numbers statuses from 0', async () => {
    const ids = (await listIds('task_statuses', 'position')).toReversed()

    await call(studio.member.client, 'reorder_statuses', { p_studio_id: studio.id, p_ids: ids })

    const { data } = await studio.owner.client
      .from('task_statuses')
      .select('id, position')
      .eq('studio_id', studio.id)
      .order('position')
    expect(data).toEqual(ids.map((id, position) => ({ id, position })))
  })

  test('refuses duplicates, unknown ids, and roles that may not change them', async () => {
    const [first = ''] = await listIds('stages', 'order_index')
    const [status = ''] = await listIds('task_statuses', 'position')
    const reorder = (p_ids: string[], who = studio.owner) =>
      refusal(who.client, 'reorder_stages', { p_studio_id: studio.id, p_ids })

    expect(await reorder([first, first])).toMatchObject({ code: '22023' })
    expect(await reorder([status])).toMatchObject({ code: '22023' })
    expect(await reorder([first], studio.viewer)).toMatchObject({ code: '42501' })
    expect(await reorder([first], studio.outsider)).toMatchObject({ code: 'P0002', status: 404 })
  })
})

describe('the default status', () => {
  test('is always exactly one, even when several are set at once', async () => {
    const ids = await listIds('task_statuses', 'position')

    await Promise.all(ids.map((id) => call(studio.member.client, 'set_default_status', { p_status_id: id })))
    await call(studio.member.client, 'set_default_status', { p_status_id: shot.status.id })

    expect(await listDefaults()).toEqual([{ name: shot.status.name }])
    expect(await refusal(studio.viewer.client, 'set_default_status', { p_status_id: shot.status.id })).toMatchObject({
      code: '42501',
    })
    expect(await refusal(studio.outsider.client, 'set_default_status', { p_status_id: shot.status.id })).toMatchObject({
      code: 'P0002',
    })
  })
})

describe('the stages and statuses of a space', () => {
  const save = (stages: string[], statuses: string[]) => ({
    p_space_id: shot.space.id,
    p_stage_ids: stages,
    p_status_ids: statuses,
  })

  test("are saved together, in order, and keep a status's own colour", async () => {
    const { client } = studio.member
    const { stage, spareStage, status, spareStatus } = shot
    await call(client, 'save_space_config', save([stage.id], [status.id]))
    await client.from('space_statuses').update({ color_override: '#123456' }).eq('space_id', shot.space.id)

    await call(client, 'save_space_config', save([spareStage.id, stage.id], [spareStatus.id, status.id]))

    const stages = await client
      .from('space_stages')
      .select('stage_id, is_active, order_index')
      .eq('space_id', shot.space.id)
      .order('order_index')
    const statuses = await client
      .from('space_statuses')
      .select('status_id, order_index, color_override')
      .eq('space_id', shot.space.id)
      .order('order_index')
    expect(stages.data).toEqual([
      { stage_id: spareStage.id, is_active: true, order_index: 10 },
      { stage_id: stage.id, is_active: true, order_index: 20 },
    ])
    expect(statuses.data).toEqual([
      { status_id: spareStatus.id, order_index: 0, color_override: null },
      { status_id: status.id, order_index: 1, color_override: '#123456' },
    ])
  })

  test("cannot lose those that the space's tasks have, and then nothing is saved", async () => {
    const { client } = studio.member
    const { stage, spareStage, status, spareStatus } = shot
    await call(client, 'save_space_config', save([stage.id, spareStage.id], [status.id, spareStatus.id]))

    const withoutStage = await refusal(client, 'save_space_config', save([spareStage.id], [status.id]))
    const withoutStatus = await refusal(client, 'save_space_config', save([stage.id], [spareStatus.id]))

    expect(withoutStage).toMatchObject({ code: '23503', message: 'Cannot delete stage: 1 tasks are using it' })
    expect(withoutStatus).toMatchObject({ code: '23503', message: 'Cannot delete status: 1 tasks are using it' })
    const { data } = await client.from('space_stages').select('stage_id').eq('space_id', shot.space.id)
    expect(data).toHaveLength(2)
  })

  test('must include one of each, of the same studio, set by a role that may change them', async () => {
    const { stage, status } = shot
    const other = await aStudio(host, 'Elsewhere')
    const foreign = await aTask(other)
    const refuse = (stages: string[], statuses: string[], who = studio.owner) =>
      refusal(who.client, 'save_space_config', save(stages, statuses))

    expect(await refuse([stage.id], [])).toMatchObject({
      code: '22023',
      message: 'Please select at least one stage and one status',
    })
    expect(await refuse([], [status.id])).toMatchObject({
      code: '22023',
      message: 'Please select at least one stage and one status',
    })
    expect(await refuse([stage.id, foreign.stage.id], [status.id])).toMatchObject({ code: '22023' })
    expect(await refuse([stage.id, stage.id], [status.id])).toMatchObject({ code: '22023' })
    expect(await refuse([stage.id], [status.id], studio.viewer)).toMatchObject({ code: '42501' })
    expect(await refuse([stage.id], [status.id], studio.outsider)).toMatchObject({
      code: 'P0002',
      message: 'Space not found',
      status: 404,
    })
  })
})
