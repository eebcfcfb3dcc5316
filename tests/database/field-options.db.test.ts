import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '../host/start-test-host.ts'
import { aStudio, aTask, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

const color = '#22c55e'
const inhouse = { id: 'inhouse', name: 'Inhouse', color }

let field: { readonly id: string; readonly key: string }
beforeEach(async () => {
  field = await aList()
})

async function aList(more: object = {}) {
  const row = { id: randomUUID(), studio_id: studio.id, key: `v${randomUUID().slice(0, 8)}`, name: 'Vendor' }
  const { error } = await studio.owner.client
    .from('field_definitions')
    .insert({ ...row, kind: 'choice', options: [inhouse], ...more })
  expect(error).toBeNull()
  return row
}

type Who = 'owner' | 'lead' | 'member' | 'viewer'
type Answer = { readonly options: readonly { readonly id: string; readonly is_new: boolean }[]; readonly rev: number }

async function add(names: readonly string[], who: Who = 'owner', operation = randomUUID()) {
  const options = names.map((name) => ({
    field_id: field.id,
    id: name.toLowerCase().replace(/\W+/g, '_'),
    name,
    color,
  }))
  const request = { p_options: options, p_operation_id: operation }
  const { data, error } = await studio[who].client.rpc('add_field_options', request)
  return { answer: data as Answer | null, code: error?.code, message: error?.message }
}

async function listNames(): Promise<readonly string[]> {
  const { data } = await studio.owner.client.from('field_definitions').select('options').eq('id', field.id).single()
  const options = (data?.options ?? []) as readonly { readonly name: string }[]
  return options.map(({ name }) => name)
}

test('new options are appended once, however often they are added', async () => {
  const operation = randomUUID()
  const first = await add(['Northwind', 'Sol'], 'member', operation)
  const again = await add(['Northwind', 'Sol'], 'member', operation)

  expect(first.answer?.options).toMatchObject([
    { id: 'northwind', given_id: 'northwind', is_new: true },
    { id: 'sol', is_new: true },
  ])
  expect(again).toEqual(first)
  expect(await listNames()).toEqual(['Inhouse', 'Northwind', 'Sol'])
})

test('a name differing in case or spaces is the existing option; a taken id gets a number', async () => {
  await add(['Sol!'])
  const { answer } = await add([' in HOUSE', 'Sol?', 'sol ?'])

  expect(answer?.options).toMatchObject([
    { id: 'inhouse', is_new: false },
    { id: 'sol__2', given_id: 'sol_', is_new: true },
    { id: 'sol__2', is_new: false },
  ])
  expect(await listNames()).toEqual(['Inhouse', 'Sol!', 'Sol?'])
})

test('two people adding the same option at once get one, new to one of them', async () => {
  const [one, other] = await Promise.all([add(['Northwind', 'Sol'], 'owner'), add(['northwind', 'Luz'], 'member')])

  const isNew = [one, other].map(({ answer }) => answer?.options[0]?.is_new)
  expect(new Set(isNew)).toEqual(new Set([false, true]))
  const names = await listNames()
  expect(names).toHaveLength(4)
  expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(['inhouse', 'luz', 'northwind', 'sol'])
})

test('options cannot be added without the right, to a field that is no list, or beyond a hundred', async () => {
  const viewer = await add(['Northwind'], 'viewer')
  const much = await add(Array.from({ length: 100 }, (_, at) => `Vendor ${at}`))
  const list = field
  field = await aList({ kind: 'text', options: [] })
  const noList = await add(['Northwind'])
  field = { ...field, id: randomUUID() }
  const unknown = await add(['Northwind'])
  const nothing = await studio.owner.client.rpc('add_field_options', { p_options: [] })
  const unnamed = await studio.owner.client.rpc('add_field_options', {
    p_options: [{ field_id: 'a', id: 'a', name: 'a' }],
  })
  field = list

  expect([viewer.code, much.code, noList.code, unknown.code]).toEqual(['42501', '22023', '22023', 'P0002'])
  expect(much.message).toBe('Vendor takes at most 100 options')
  expect(noList.message).toBe('Vendor has no options')
  expect([nothing.error?.code, unnamed.error?.code]).toEqual(['22023', '22023'])
  expect(await listNames()).toEqual(['Inhouse'])
})

test('options cannot be added to a field one may not read', async () => {
  field = await aList({ read_floor: 'lead' })

  expect((await add(['Northwind'], 'member')).code).toBe('P0002')
  expect((await add(['Northwind'], 'lead')).code).toBeUndefined()
})

test.each(['item', 'task', 'project'] as const)(
  'undoing an import removes its options from a list of a %s unless something has them',
  async (of) => {
    const shot = await aTask(studio)
    field = await aList({ of, kind: 'choices', default_value: of === 'item' ? ['inhouse'] : null })
    await add(['Northwind', 'Sol', 'Luz'])
    const [table, row] = {
      item: ['items', shot.item] as const,
      task: ['item_tasks', shot.task] as const,
      project: ['projects', shot.project] as const,
    }[of]
    const id = String(row['id'])
    const values = { [field.key]: ['sol', 'inhouse'] }
    const set = await studio.owner.client.rpc('set_fields', { p_of: of, p_changes: [{ id, values }] })
    const options = ['northwind', 'sol', 'inhouse'].map((option) => ({ field_id: field.id, id: option }))
    const request = { p_space_id: shot.space['id'], p_changes: { deletions: { options } } }
    const byMember = await studio.member.client.rpc('apply_import', request)
    const before = await listNames()
    const undone = await studio.owner.client.rpc('apply_import', request)

    expect([set.error, undone.error, byMember.error?.code]).toEqual([null, null, '42501'])
    expect(before).toHaveLength(4)
    // Nobody asked to remove Luz.
    expect(await listNames()).toEqual(['Inhouse', 'Sol', 'Luz'])
    expect((await studio.owner.client.from(table).select('fields').eq('id', id).single()).data?.fields).toMatchObject(
      values,
    )
  },
)

test('restricted values and defaults keep their options too', async () => {
  const shot = await aTask(studio)
  field = await aList({ read_floor: 'lead', default_value: 'inhouse' })
  await add(['Northwind', 'Sol'])
  const values = { [field.key]: 'sol' }
  await studio.owner.client.rpc('set_fields', { p_of: 'item', p_changes: [{ id: shot.item['id'], values }] })
  const options = ['northwind', 'sol', 'inhouse'].map((id) => ({ field_id: field.id, id }))
  const request = { p_space_id: shot.space['id'], p_changes: { deletions: { options } } }
  const { error } = await studio.owner.client.rpc('apply_import', request)

  expect(error).toBeNull()
  expect(await listNames()).toEqual(['Inhouse', 'Sol'])
})
