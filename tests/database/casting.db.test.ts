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

test('an item has a cast with counts and names; a count of none removes it', async () => {
  expect(await setLink({ count: 2, label: 'left' })).toMatchObject({ changed: 1, skipped: [] })
  expect(await readLinks()).toEqual([{ to_item_id: asset, kind: 'cast', quantity: 2, label: 'left' }])
  expect(await setLink({ count: 2, label: 'left' })).toMatchObject({ changed: 0, skipped: [] })

  expect(await setLink({ count: 0 })).toMatchObject({ changed: 1 })
  expect(await readLinks()).toEqual([])
})

test('a casting change with a wrong expectation is skipped and reported', async () => {
  await setLink({ count: 3 })

  const answer = await setLink({ count: 5 }, { count: 1, label: '' })

  const link = { from_item_id: shot.item.id, to_item_id: asset, kind: 'cast' }
  expect(answer).toMatchObject({ changed: 0, skipped: [{ ...link, reason: 'conflict' }] })
  expect(await readLinks()).toMatchObject([{ quantity: 3 }])
})

test('a casting change sent twice is made once', async () => {
  const args = { ...linkArgs({ count: 4 }), p_operation_id: randomUUID() }
  const first = await call(studio.member.client, 'set_item_links', args)
  await setLink({ count: 1 })

  expect(await call(studio.member.client, 'set_item_links', args)).toEqual(first)
  expect(await readLinks()).toMatchObject([{ quantity: 1 }])
})

test('invalid links and unauthorised changes are refused with their reason', async () => {
  const elsewhere = await aTask(studio)
  const link = { from_item_id: shot.item.id, to_item_id: asset, kind: 'cast', count: 1 }

  const ask = async (args: object, who: TestUser = studio.member): Promise<unknown> =>
    await refusal(who.client, 'set_item_links', args)
  const reasons: readonly [object, string][] = [
    [{ to_item_id: elsewhere.item.id }, 'Both items of a link are of one project'],
    [{ to_item_id: shot.item.id }, 'An item cannot be linked to itself'],
    [{ count: 10_000 }, 'The count of a link is a whole number from 0 to 9999'],
    [{ count: 1.5 }, 'The count of a link is a whole number from 0 to 9999'],
    [{ kind: 'boat' }, 'A link is of the kind cast, instance or reference'],
    [{ label: 'x'.repeat(201) }, 'The label of a link is a text of at most 200 characters'],
    [{ label: 5 }, 'The label of a link is a text of at most 200 characters'],
    [{ expected: { count: 'two' } }, 'What is expected of a link is its count and its label'],
    [{ expected: 5 }, 'What is expected of a link is its count and its label'],
  ]
  for (const [given, message] of reasons) {
    expect(await ask({ p_changes: [link, { ...link, ...given }] })).toMatchObject({ code: '22023', message })
  }
  expect(await ask(linkArgs({ count: 1 }, undefined, randomUUID()))).toMatchObject({ code: 'P0002' })
  expect(await ask(linkArgs({ count: 1 }), studio.viewer)).toMatchObject({ code: '42501' })
  expect(await readLinks()).toEqual([])
})

test('deleting an item deletes its links, restoring it restores them', async () => {
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

test('nobody sees the cast of a project closed to them', async () => {
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

test('duplicate kinds and needs, and those a role may not add, are refused in a sentence', async () => {
  const kind = { studio_id: studio.id, key: 'prop', name: 'Prop' }
  const { data: needs } = await studio.owner.client.from('stage_needs').select('stage_id,needs_stage_id,kind_id')
  const need = needs?.[0]

  const said = await Promise.all([
    studio.owner.client.from('item_kinds').insert({ ...kind, name: 'Props' }),
    studio.owner.client.from('item_kinds').insert({ ...kind, key: 'other', name: ' pROP ' }),
    studio.owner.client.from('item_kinds').update({ name: 'prop' }).eq('key', 'set'),
    studio.viewer.client.from('item_kinds').insert({ ...kind, key: 'other' }),
    studio.owner.client.from('stage_needs').insert({ ...need }),
    studio.viewer.client.from('stage_needs').insert({ ...need }),
  ])

  expect(said.map(({ error }) => `${error?.code} ${error?.message}`)).toEqual([
    '23505 There is already a kind with the key prop',
    '23505 There is already a kind "pROP"',
    '23505 There is already a kind "prop"',
    '42501 Your role may not add kinds of items',
    '23505 This stage waits for that one already',
    '42501 Your role may not say what stages wait for',
  ])
})

test('items, spaces and needs accept kinds of their own studio only', async () => {
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

/** Creates a kind with the shot's second stage only, and a space that has both stages. */
async function aKind(key: string) {
  const stageId = String(shot.spareStage.id)
  for (const stage of [shot.stage, shot.spareStage])
    await studio.owner.client.from('space_stages').insert({ space_id: shot.space.id, stage_id: stage.id })
  const fields = { studio_id: studio.id, key, name: key, item_type: 'asset', stage_ids: [stageId] }
  return { id: (await insert(studio.owner.client, 'item_kinds', fields)).id, stageId }
}

async function create(item: object): Promise<{ id: string; stages: readonly string[] }> {
  const args = { p_space_id: shot.space.id, p_collection_id: shot.collection.id, p_items: [{ title: 'x', ...item }] }
  const { items } = await call<{ items: { id: string; task_ids: Record<string, string> }[] }>(
    studio.member.client,
    'create_items_with_tasks',
    args,
  )
  return { id: items[0]?.id ?? '', stages: Object.keys(items[0]?.task_ids ?? {}) }
}

test('a new item starts with the stages of its kind: the one it names, else its space’s first', async () => {
  const { id, stageId } = await aKind('vehicle')
  const both = [String(shot.stage.id), stageId].toSorted()

  const named = await create({ kind_id: id })
  expect(named.stages).toEqual([stageId])
  const { data } = await studio.owner.client.from('items').select('kind_id, item_type_id').eq('id', named.id).single()
  expect(data).toEqual({ kind_id: id, item_type_id: 'asset' })
  expect((await create({})).stages.toSorted()).toEqual(both)

  await studio.owner.client
    .from('spaces')
    .update({ kind_ids: [id] })
    .eq('id', shot.space.id)
  expect((await create({})).stages).toEqual([stageId])
  expect((await create({ kind_id: null })).stages.toSorted()).toEqual(both)

  // Deleting a kind blocks neither its space nor new items there.
  await call(studio.owner.client, 'delete_rows', { p_table: 'item_kinds', p_keys: [id] })
  expect((await create({})).stages.toSorted()).toEqual(both)
  const { error } = await studio.owner.client.from('spaces').update({ name: 'Later' }).eq('id', shot.space.id)
  expect(error).toBeNull()
})

test('a kind of another studio is refused when creating, importing or changing items', async () => {
  const other = await aStudio(host)
  const { data: kind } = await other.owner.client.from('item_kinds').select('id').eq('key', 'prop').single()
  const create = { p_space_id: shot.space.id, p_collection_id: shot.collection.id }
  const items = [{ title: 'x', kind_id: kind?.id }]
  const created = [{ id: randomUUID(), collection_id: shot.collection.id, title: 'y', kind_id: kind?.id }]
  const changed = [{ id: shot.item.id, expected: {}, fields: { kind_id: kind?.id } }]
  const ask = async (name: string, args: object): Promise<unknown> => await refusal(studio.member.client, name, args)

  expect(await ask('create_items_with_tasks', { ...create, p_items: items })).toMatchObject({ code: '22023' })
  for (const p_changes of [{ items: created }, { item_changes: changed }])
    expect(await ask('apply_import', { p_space_id: shot.space.id, p_changes })).toMatchObject({ code: '22023' })
})

test('an import sets and changes the kind of items', async () => {
  const { id } = await aKind('creature')
  const itemId = randomUUID()
  const items = [{ id: itemId, collection_id: shot.collection.id, title: 'Wolf', kind_id: id }]
  const changes = [{ id: shot.item.id, expected: { kind_id: null }, fields: { kind_id: id } }]

  const args = { p_space_id: shot.space.id, p_changes: { items, item_changes: changes } }
  expect(await call(studio.member.client, 'apply_import', args)).toMatchObject({ items: 1, changed: 1, conflicts: [] })

  const { data } = await studio.owner.client.from('items').select('kind_id').in('id', [itemId, shot.item.id])
  expect(data).toEqual([{ kind_id: id }, { kind_id: id }])
})
