import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { readViewForm, toViewForm, type ViewState } from '#core/items/view-form.ts'
import { plainListView, toListViewForm, type ListViewState } from '#core/projects/list-view-form.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert, roleId } from './a-studio.ts'

// Fields that only leads and above may read: their values never leave the database for members and viewers.

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
const fields = new Map<string, { id: string; key: string }>()
const planted = 'planted-8841'

const rowOf = (of: string): string => String({ item: shot.item.id, task: shot.task.id, project: shot.project.id }[of])
const tableOf = { item: 'items', task: 'item_tasks', project: 'projects' } as const
const kinds = ['item', 'task', 'project'] as const

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
  for (const of of kinds) {
    const row = { studio_id: studio.id, of, key: `secret_${of}`, name: 'Secret', kind: 'text', read_floor: 'lead' }
    const { id, key } = await insert(studio.owner.client, 'field_definitions', row)
    fields.set(of, { id, key: String(key) })
    await set(studio.lead, of, [planted])
  }
  const block = { id: randomUUID(), task_id: shot.task.id, assignee_id: null, start_date: null, duration: 1 }
  const change = { p_studio_id: studio.id, p_changes: [{ ...block, row_index: 0 }] }
  await call(studio.lead.client, 'change_task_blocks', change)
})
afterAll(() => host.close())

async function set(who: TestUser, of: string, [value, expected]: readonly [unknown, object?]) {
  const key = fields.get(of)?.key ?? ''
  const change = { id: rowOf(of), values: { [key]: value }, ...(expected && { expected }) }
  return await who.client.rpc('set_fields', { p_of: of, p_changes: [change], p_operation_id: randomUUID() })
}

/** Returns everything each pull sends a person, as text. */
async function pullAll(who: TestUser, since = 0): Promise<string> {
  const answers = [
    await call(who.client, 'pull_studio', { p_studio_id: studio.id, p_since: since }),
    await call(who.client, 'pull_space', { p_space_id: shot.space.id, p_since: since }),
    await call(who.client, 'pull_item', { p_item_id: shot.item.id, p_since: since }),
    // Pull items and tasks again.
    await call(who.client, 'pull_timeline', { p_studio_id: studio.id, p_since: since }),
  ]
  return JSON.stringify(answers)
}

test('leads and above pull restricted values with their rows; members and viewers get no trace of them', async () => {
  for (const who of [studio.owner, studio.admin, studio.lead]) {
    expect((await pullAll(who)).split(planted)).toHaveLength(6)
  }
  for (const who of [studio.member, studio.viewer]) {
    const pulled = await pullAll(who)
    expect(pulled).not.toContain(planted)
    expect(pulled).not.toContain('secret_')
  }
})

test.each(['member', 'viewer'] as const)(
  'no table and no procedure reveals restricted values to a %s',
  async (role) => {
    const { client } = studio[role]
    const tables = await host.database.query<{ name: string }>(
      `select c.relname as name from pg_catalog.pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`,
    )
    const told: string[] = []
    for (const { name } of tables) {
      const { data } = await client.from(name).select().limit(5000)
      if (JSON.stringify(data ?? '').includes(planted)) told.push(name)
    }
    const procedures = await host.database.query<{ name: string; args: string[] | null }>(
      `select p.proname as name, p.proargnames as args from pg_catalog.pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.provolatile in ('s', 'i') and p.prokind = 'f'`,
    )
    const values: Record<string, unknown> = {
      p_studio_id: studio.id,
      studio_id_param: studio.id,
      p_project_id: shot.project.id,
      p_space_id: shot.space.id,
      p_item_id: shot.item.id,
      p_task_id: shot.task.id,
      p_scope_kind: 'space',
      p_scope_id: shot.space.id,
      p_query: planted,
      p_since: 0,
      p_after: 0,
      p_limit: 1000,
    }
    let answered = 0
    for (const { name, args } of procedures) {
      const given = Object.fromEntries((args ?? []).flatMap((arg) => (arg in values ? [[arg, values[arg]]] : [])))
      const { data, error } = await client.rpc(name, given)
      if (error === null) answered += 1
      if (JSON.stringify([data, error]).includes(planted)) told.push(name)
    }

    expect(told).toEqual([])
    expect(tables.length).toBeGreaterThan(40)
    expect(answered).toBeGreaterThan(10)
  },
)

test.each(kinds)('somebody who cannot read a field of a %s cannot write or guess it', async (of) => {
  const key = fields.get(of)?.key ?? ''
  const unknown = `There is no field with the key ${key}`
  const nothing = await studio.member.client.rpc('set_fields', {
    p_of: of,
    p_changes: [{ id: rowOf(of), values: { nothing: 'x' }, expected: { nothing: planted } }],
  })

  expect((await set(studio.member, of, ['x'])).error?.message).toBe(unknown)
  expect((await set(studio.member, of, [planted])).error?.message).toBe(unknown)
  expect((await set(studio.member, of, ['x', { [key]: null }])).error?.message).toBe(unknown)
  // A right guess gets the same response as a wrong one, and as one for an unknown field.
  for (const guess of [planted, 'wrong']) {
    const { data } = await set(studio.member, of, ['x', { [key]: guess }])
    expect(data).toMatchObject({ changed: 0, skipped: [{ key, reason: 'conflict' }] })
  }
  expect(nothing.data).toMatchObject({ changed: 0, skipped: [{ reason: 'conflict' }] })
  expect((await set(studio.member, of, [null])).data).toMatchObject({ changed: 0, skipped: [] })
  const direct = await studio.member.client
    .from(tableOf[of])
    .update({ fields: { [key]: 'x' } })
    .eq('id', rowOf(of))
  expect(direct.error?.message).toBe(unknown)
  const nulled = await studio.member.client
    .from(tableOf[of])
    .update({ fields: { [key]: null } })
    .eq('id', rowOf(of))
  expect(nulled.error).toBeNull()
  const emptied = await studio.member.client.from(tableOf[of]).update({ fields: {} }).eq('id', rowOf(of))
  expect(emptied.error).toBeNull()
  const kind = await studio.member.client.rpc('change_field_kind', {
    p_field_id: fields.get(of)?.id,
    p_expected_kind: 'text',
    p_definition: { kind: 'number' },
    p_values: [],
  })
  expect(kind.error?.message).toBe('Field not found')
  expect((await pullAll(studio.lead)).split(planted)).toHaveLength(6)
})

test('creating a field with a restricted field’s key does not reveal it, and makes a second field', async () => {
  const field = { studio_id: studio.id, key: 'secret_item', name: 'Secret item', kind: 'text' }

  const ofMember = await studio.member.client.from('field_definitions').insert(field).select('key').single()
  const ofLead = await studio.lead.client.from('field_definitions').insert(field)

  expect([ofMember.error, ofMember.data]).toEqual([null, { key: 'secret_item_2' }])
  expect(ofLead.error).toMatchObject({ code: '23505', message: 'There is already a field with the key secret_item' })
  await studio.owner.client.from('field_definitions').delete().eq('key', 'secret_item_2')
})

test('an import cannot guess restricted values, and those who read them can set and expect them', async () => {
  const key = fields.get('item')?.key ?? ''
  const apply = async (who: TestUser, expected: unknown) =>
    await who.client.rpc('apply_import', {
      p_space_id: shot.space.id,
      p_changes: {
        item_changes: [{ id: shot.item.id, expected: { fields: { [key]: expected } }, fields: { description: 'x' } }],
        on_conflict: 'skip',
      },
    })

  expect((await apply(studio.member, planted)).data).toMatchObject({ changed: 0 })
  expect((await apply(studio.member, 'wrong')).data).toMatchObject({ changed: 0 })
  expect((await apply(studio.lead, planted)).data).toMatchObject({ changed: 1 })
})

test('restricted values move when a field’s readers change, and devices are told', async () => {
  const row = { studio_id: studio.id, key: 'fee', name: 'Fee', kind: 'text' }
  const field = await insert(studio.owner.client, 'field_definitions', row)
  const setFee = async (who: TestUser, value: unknown) =>
    await call<{ rev: number }>(who.client, 'set_fields', {
      p_of: 'item',
      p_changes: [{ id: shot.item.id, values: { fee: value } }],
    })
  const readBy = async (who: TestUser, floor: string) =>
    (await who.client.from('field_definitions').update({ read_floor: floor }).eq('id', field.id)).error?.message
  const { rev } = await setFee(studio.member, 'fee-77')

  expect(await readBy(studio.lead, 'owner')).toBe('Fee cannot be kept from your own role')
  expect(await readBy(studio.owner, 'admin')).toBeUndefined()
  const after = await call<{ deleted: object }>(studio.member.client, 'pull_studio', {
    p_studio_id: studio.id,
    p_since: rev,
  })
  expect(after.deleted).toMatchObject({ field_definitions: expect.arrayContaining([field.id]) })
  expect(await pullAll(studio.member)).not.toContain('fee-77')
  expect(await pullAll(studio.lead)).not.toContain('fee-77')
  expect(await pullAll(studio.admin, rev)).toContain('fee-77')

  expect(await readBy(studio.owner, '')).toBeUndefined()
  const { data } = await studio.member.client.from('items').select('fields').eq('id', shot.item.id).single()
  expect(data?.fields).toMatchObject({ fee: 'fee-77' })
})

test('a restricted default is given to new rows by anybody, and read by those who may read the field', async () => {
  const row = { studio_id: studio.id, key: 'rate', name: 'Rate', kind: 'text', read_floor: 'lead' }
  await insert(studio.owner.client, 'field_definitions', { ...row, default_value: 'rate-55' })
  const item = { collection_id: shot.collection.id }
  const made = async (fields: object) =>
    await studio.member.client.from('items').insert({ ...item, id: randomUUID(), title: randomUUID(), fields })

  expect((await made({})).error).toBeNull()
  expect((await made({ rate: null })).error).toBeNull()
  expect((await made({ rate: 'rate-55' })).error?.message).toBe('There is no field with the key rate')
  expect(await pullAll(studio.member)).not.toContain('rate-55')
  expect((await pullAll(studio.lead)).split('rate-55')).toHaveLength(4)
})

test('when a role changes, the next pull adds or removes the restricted values', async () => {
  const { rev } = await call<{ rev: number }>(studio.lead.client, 'pull_studio', { p_studio_id: studio.id })
  const become = async (role: 'lead' | 'member') =>
    await call(studio.owner.client, 'update_studio_member_role', {
      p_studio_id: studio.id,
      p_user_id: studio.member.id,
      p_new_role_id: roleId(role),
    })

  await become('lead')
  expect((await pullAll(studio.member, rev)).split(planted).length).toBeGreaterThan(3)
  await become('member')
  expect(await pullAll(studio.member, rev)).not.toContain(planted)
})

test('a restored row has its restricted values again', async () => {
  const { rev } = await call<{ rev: number }>(studio.owner.client, 'delete_rows', {
    p_table: 'items',
    p_keys: [shot.item.id],
  })
  await call(studio.owner.client, 'restore_deleted', { p_studio_id: studio.id, p_rev: rev })

  expect((await pullAll(studio.lead)).split(planted)).toHaveLength(6)
  expect((await set(studio.lead, 'item', [null])).data).toMatchObject({ changed: 1 })
  expect((await pullAll(studio.lead)).split(planted)).toHaveLength(4)
})

test('a shared view that names a restricted field is visible only to those who read it', async () => {
  const { id: fieldId, key } = await insert(studio.owner.client, 'field_definitions', {
    studio_id: studio.id,
    key: 'bid',
    name: 'Bid',
    kind: 'number',
  })
  const asking = { filter: [{ field: 'expression', test: 'holds', values: [`name != "" && ${String(key)} > 9`] }] }
  const views = [
    ['space_views', { space_id: shot.space.id, name: 'Costly', form: asking }],
    ['space_views', { space_id: shot.space.id, name: 'Sorted', form: { sort: { fieldId } } }],
    ['space_views', { space_id: shot.space.id, name: 'Plain', form: { filter: [{ values: ['my_bids > 9'] }] } }],
    ['project_views', { project_id: shot.project.id, name: 'Costly', form: asking }],
  ] as const
  for (const [table, row] of views) await insert(studio.lead.client, table, row)
  const setFloor = async (floor: string) =>
    await studio.owner.client.from('field_definitions').update({ read_floor: floor }).eq('id', fieldId)
  const seen = async ({ client }: TestUser) => {
    const of = async (table: string) => ((await client.from(table).select('name')).data ?? []).map(({ name }) => name)
    return [new Set(await of('space_views')), await of('project_views')]
  }
  const pull = async ({ client }: TestUser, since = 0) => {
    type Pulled = { rev: number; tables: Record<string, { name?: string[] }>; deleted: Record<string, string[]> }
    const { rev, tables, deleted } = await call<Pulled>(client, 'pull_studio', {
      p_studio_id: studio.id,
      p_since: since,
    })
    const names = new Set(tables['space_views']?.name)
    return { rev, names, gone: [deleted['space_views']?.length ?? 0, deleted['project_views']?.length ?? 0] }
  }
  const all = new Set(['Costly', 'Plain', 'Sorted'])
  const { rev } = await pull(studio.member)

  expect(await seen(studio.member)).toEqual([all, ['Costly']])
  await setFloor('lead')
  expect(await seen(studio.lead)).toEqual([all, ['Costly']])
  expect(await seen(studio.member)).toEqual([new Set(['Plain']), []])
  expect(await pull(studio.member)).toMatchObject({ names: new Set(['Plain']) })
  const after = await pull(studio.member, rev)
  expect(after.gone).toEqual([2, 1])
  await setFloor('')
  expect(await seen(studio.member)).toEqual([all, ['Costly']])
  expect((await pull(studio.member, after.rev)).names).toEqual(all)
})

// As the app writes them: every place of a form that can name a field, and every word a form is made of.
const formsNaming = ({ id, key }: { id: string; key: string }) => {
  const asking = (field: string, values = ['x']) => [{ field, test: field === 'expression' ? 'holds' : 'in', values }]
  const { columns } = plainListView
  const grid = (change: Partial<ViewState>) => toViewForm({ ...readViewForm({}), ...change })
  const list = (change: Partial<ListViewState>) => toListViewForm({ ...plainListView, ...change })
  return [
    ['hidden in a grid', grid({ hidden: [id] })],
    ['moved', grid({ columns: { ...columns, order: [randomUUID(), id] } })],
    ['wide', grid({ columns: { ...columns, widths: { [id]: 90 } } })],
    ['pinned', grid({ columns: { ...columns, pinned: [id] } })],
    ['beside a stage', grid({ columns: { ...columns, shown: [`${randomUUID()}.${id}`] } })],
    ['sorted', grid({ sort: { fieldId: id, isDown: true } })],
    ['grouped', grid({ group: id })],
    ['totalled', grid({ totals: { [id]: 'sum' } })],
    ['in lanes', grid({ lanes: `field:${key}` })],
    ['a condition', grid({ filter: asking(`field:${key}`) })],
    ['about tasks', grid({ filter: asking(`task:${key}`) })],
    ['about tasks of a stage', grid({ filter: asking(`task:${key}@${randomUUID()}`) })],
    ['an expression', grid({ filter: asking('expression', ['name != ""', `name != "" &&\n${key} != ""`]) })],
    ['hidden in a list', list({ hidden: [id] })],
    ['a sorted list', list({ sort: { columnId: id, isDown: false } })],
    ['a grouped list', list({ group: id })],
    ['a list with a condition', list({ filter: asking(`task:${key}`) })],
    ['a list with an expression', list({ filter: asking('expression', [`tasks.exists(t, t.${key} != "")`]) })],
  ] as const
}

test('a form names a field wherever the app writes its id, its key or an expression', async () => {
  const field = await aField('quote')
  const other = { id: randomUUID(), key: 'quot' }
  const told = []
  for (const [place, form] of formsNaming(field)) {
    if (!(await names(form, field))) told.push(place)
    if (await names(form, other)) told.push(`${place}: another field`)
  }

  expect(told).toEqual([])
  expect(await names({ filter: { [`field:${field.key}`]: ['x'] } }, field)).toBe(true)
})

test('a field whose key is a word of the form hides no view', async () => {
  const forms = formsNaming({ id: randomUUID(), key: 'cost' }).map(([, form]) => form)
  const words = new Set([JSON.stringify(forms), 'kind', 'due'].join().match(/[a-z][a-z0-9_]{0,39}/g))
  for (const given of ['name', 'cost', 'exists', 'tasks', 't', 'x']) words.delete(given)
  const hiding = []
  for (const key of words) {
    for (const form of forms) if (await names(form, { id: randomUUID(), key })) hiding.push(key)
  }

  expect([...words]).toEqual(expect.arrayContaining(['order', 'filter', 'hidden', 'known', 'columns', 'conditions']))
  expect(hiding).toEqual([])
})

test('members see and hear of shared views although a restricted field is called as a word of their form', async () => {
  const { key } = await aField('order', 'lead')
  const { id } = await insert(studio.lead.client, 'project_views', {
    project_id: shot.project.id,
    name: 'In order',
    form: toListViewForm(plainListView),
  })
  const { data } = await studio.member.client.from('project_views').select('name').eq('id', id)
  const events = await host.database.query('select kind from public.events where thing_id = $1', [id])

  expect(key).toBe('order')
  expect(data).toEqual([{ name: 'In order' }])
  expect(events).toEqual([{ kind: 'view.created' }])
})

async function aField(key: string, floor = ''): Promise<{ id: string; key: string }> {
  const row = { studio_id: studio.id, key, name: key, kind: 'text', read_floor: floor }
  const { id } = await insert(studio.owner.client, 'field_definitions', row)
  return { id, key }
}

async function names(form: object, { id, key }: { id: string; key: string }): Promise<boolean> {
  const question = 'select private.names_field($1, $2, $3) as named'
  const [row] = await host.database.query<{ named: boolean }>(question, [form, id, key])
  return row?.named === true
}
