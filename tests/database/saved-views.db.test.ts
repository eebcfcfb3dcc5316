import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let places: { readonly space_id: string; readonly project_id: string }

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  const { space, project } = await aTask(studio)
  places = { space_id: space.id, project_id: project.id }
})
afterAll(() => host.close())

type Pulled = { readonly tables: Readonly<Record<string, { readonly id: readonly string[] }>> }

describe.each([
  ['space_views', 'space_id'],
  ['project_views', 'project_id'],
] as const)('%s', (table, place) => {
  async function save(who: TestUser, ownerId: string | null, name = 'Late'): Promise<string> {
    return (await insert(who.client, table, { [place]: places[place], owner_id: ownerId, name, form: {} })).id
  }

  /** Returns the views that are pulled by somebody and those found by a direct query, which must be the same. */
  async function listViews(who: TestUser): Promise<readonly string[]> {
    const pulled = await call<Pulled>(who.client, 'pull_studio', { p_studio_id: studio.id })
    const pulledIds = pulled.tables[table]?.id ?? []
    const { data } = await who.client.from(table).select('id')
    expect((data ?? []).map(({ id }) => String(id)).toSorted()).toEqual(pulledIds.toSorted())
    return pulledIds
  }

  test('a personal view is visible to nobody else, not even the studio’s owner', async () => {
    const id = await save(studio.viewer, studio.viewer.id)

    expect(await listViews(studio.viewer)).toContain(id)
    expect(await listViews(studio.owner)).not.toContain(id)
    expect(await listViews(studio.member)).not.toContain(id)
    const { data } = await studio.owner.client.from(table).update({ name: 'Mine' }).eq('id', id).select()
    expect(data).toEqual([])
  })

  test('shared views are visible to all, and created by those who may create', async () => {
    const id = await save(studio.member, null, 'Unfinished')

    expect(await listViews(studio.viewer)).toContain(id)
    await expect(save(studio.viewer, null, 'Ours')).rejects.toThrow('42501')
    const args = { p_table: table, p_keys: [id] }
    await expect(call(studio.member.client, 'delete_rows', args)).rejects.toThrow('42501')
    expect(await call(studio.lead.client, 'delete_rows', args)).toMatchObject({ deleted: 1 })
  })

  test('nobody can create a view for somebody else, or transfer one', async () => {
    await expect(save(studio.owner, studio.member.id, 'Planted')).rejects.toThrow('42501')
    const id = await save(studio.owner, studio.owner.id, 'Mine alone')

    const { error } = await studio.owner.client.from(table).update({ owner_id: null }).eq('id', id)

    expect(error).toMatchObject({ code: '42501' })
  })

  test('a deleted view is restored if its name is free', async () => {
    const id = await save(studio.member, studio.member.id, 'Twice')
    const deletionId = randomUUID()
    await call(studio.member.client, 'delete_rows', { p_table: table, p_keys: [id], p_operation_id: deletionId })
    const restore = { p_studio_id: studio.id, p_deletion_id: deletionId }

    const twin = await save(studio.member, studio.member.id, 'Twice')
    await expect(call(studio.member.client, 'restore_deleted', restore)).rejects.toThrow('23505')
    await call(studio.member.client, 'delete_rows', { p_table: table, p_keys: [twin] })

    expect(await call(studio.member.client, 'restore_deleted', restore)).toMatchObject({ restored: 1 })
    expect(await listViews(studio.member)).toContain(id)
  })
})

test('a view of assets may share a name with one of tasks; its page cannot change', async () => {
  const view = { project_id: places.project_id, owner_id: studio.member.id, name: 'Mine', form: {} }
  const { client } = studio.member
  await insert(client, 'project_views', view)
  const { id } = await insert(client, 'project_views', { ...view, page: 'assets' })

  const twin = await client.from('project_views').insert({ ...view, page: 'assets' })
  const turned = await client.from('project_views').update({ page: 'tasks' }).eq('id', id)

  expect(twin.error).toMatchObject({ code: '23505' })
  expect(turned.error).toMatchObject({ code: '42501' })
})
