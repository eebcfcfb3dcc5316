import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let asset: string

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
beforeEach(async () => {
  shot = await aTask(studio)
  asset = (await insert(studio.owner.client, 'items', { collection_id: shot.collection.id, title: 'Ana' })).id
})
afterAll(() => host.close())

type State = { readonly count: number; readonly label?: string }
type Answer = { readonly changed: number; readonly skipped: readonly unknown[] }

function linkArgs(state: State, expected?: State, toItemId = asset): object {
  const link = { from_item_id: shot.item.id, to_item_id: toItemId, kind: 'cast', ...state }
  return { p_changes: [{ ...link, ...(expected && { expected }) }] }
}

async function setLink(state: State, expected?: State, who: TestUser = studio.member): Promise<Answer> {
  return await call<Answer>(who.client, 'set_item_links', linkArgs(state, expected))
}

async function readLinks(who: TestUser = studio.owner): Promise<unknown[]> {
  const { data } = await who.client.from('item_links').select('to_item_id, kind, quantity, label')
  return (data ?? []).filter(({ to_item_id }) => to_item_id === asset)
}

test('an item has a cast with counts and names; none takes it away', async () => {
  expect(await setLink({ count: 2, label: 'left' })).toMatchObject({ changed: 1, skipped: [] })
  expect(await readLinks()).toEqual([{ to_item_id: asset, kind: 'cast', quantity: 2, label: 'left' }])
  expect(await setLink({ count: 2, label: 'left' })).toMatchObject({ changed: 0, skipped: [] })

  expect(await setLink({ count: 0 })).toMatchObject({ changed: 1 })
  expect(await readLinks()).toEqual([])
})

test('a change that expects something else is left alone and told', async () => {
  await setLink({ count: 3 })

  const answer = await setLink({ count: 5 }, { count: 1, label: '' })

  const link = { from_item_id: shot.item.id, to_item_id: asset, kind: 'cast' }
  expect(answer).toMatchObject({ changed: 0, skipped: [{ ...link, reason: 'conflict' }] })
  expect(await readLinks()).toMatchObject([{ quantity: 3 }])
})

test('sent twice, it is made once', async () => {
  const args = { ...linkArgs({ count: 4 }), p_operation_id: randomUUID() }
  const first = await call(studio.member.client, 'set_item_links', args)
  await setLink({ count: 1 })

  expect(await call(studio.member.client, 'set_item_links', args)).toEqual(first)
  expect(await readLinks()).toMatchObject([{ quantity: 1 }])
})

test('refuses another project, an item of its own, a count beyond bounds, and who may not', async () => {
  const elsewhere = await aTask(studio)

  const ask = async (args: object, who: TestUser = studio.member): Promise<unknown> =>
    await refusal(who.client, 'set_item_links', args)
  expect(await ask(linkArgs({ count: 1 }, undefined, elsewhere.item.id))).toMatchObject({ code: 'P0002' })
  expect(await ask(linkArgs({ count: 1 }, undefined, shot.item.id))).toMatchObject({ code: '22023' })
  expect(await ask(linkArgs({ count: 10_000 }))).toMatchObject({ code: '22023' })
  expect(await ask(linkArgs({ count: 1 }), studio.viewer)).toMatchObject({ code: '42501' })
  expect(await readLinks()).toEqual([])
})

test('a deleted item takes its links along, and brings them back', async () => {
  await setLink({ count: 2 })
  const pull = async (since: number): Promise<{ rev: number; deleted: Record<string, string[]> }> =>
    await call(studio.owner.client, 'pull_casting', { p_project_id: shot.project.id, p_since: since })
  const { rev } = await pull(0)
  const deletionId = randomUUID()

  const args = { p_table: 'items', p_keys: [asset], p_operation_id: deletionId }
  await call(studio.owner.client, 'delete_rows', args)

  expect((await pull(rev)).deleted).toEqual({ item_links: [`${shot.item.id}:${asset}:cast`] })
  const restore = { p_studio_id: studio.id, p_deletion_id: deletionId }
  expect(await call(studio.owner.client, 'restore_deleted', restore)).toMatchObject({ restored: 2, skipped: [] })
  expect(await readLinks()).toMatchObject([{ quantity: 2 }])
})

test('nobody sees the cast of a project that is closed to them', async () => {
  await setLink({ count: 1 })
  const { data: roles } = await studio.owner.client.from('user_roles').select('id').eq('name', 'member').single()

  const access = { project_id: shot.project.id, role_id: roles?.id, is_allowed: false }
  expect((await studio.owner.client.from('project_role_access').insert(access)).error).toBeNull()

  expect(await readLinks(studio.member)).toEqual([])
  const args = { p_project_id: shot.project.id }
  expect(await refusal(studio.member.client, 'pull_casting', args)).toMatchObject({ code: 'P0002' })
})

test('a new studio has kinds, and animation waits for rigging', async () => {
  const { data: kinds } = await studio.owner.client.from('item_kinds').select('key').eq('studio_id', studio.id)
  const { data: needs } = await studio.owner.client
    .from('stage_needs')
    .select('stage:stages!stage_needs_stage_id_fkey(name), needs:stages!stage_needs_needs_stage_id_fkey(name)')
    .eq('studio_id', studio.id)

  expect((kinds ?? []).map(({ key }) => String(key)).toSorted((one, other) => one.localeCompare(other))).toEqual([
    'character',
    'episode',
    'illustration',
    'prop',
    'sequence',
    'set',
    'shot',
  ])
  expect(needs).toContainEqual({ stage: { name: 'Animation' }, needs: { name: 'Rigging' } })
})

test('an item, a space and a need take kinds of their own studio alone', async () => {
  const other = await aStudio(host)
  const { data: kind } = await other.owner.client.from('item_kinds').select('id').eq('key', 'prop').single()

  const item = await studio.owner.client.from('items').update({ kind_id: kind?.id }).eq('id', shot.item.id)
  const space = await studio.owner.client
    .from('spaces')
    .update({ kind_ids: [kind?.id] })
    .eq('id', shot.space.id)

  expect(item.error).toMatchObject({ code: '23503', message: 'An item is of one of its studio’s kinds' })
  expect(space.error).toMatchObject({ code: '23503', message: 'A space is for kinds of its own studio' })
})
