import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseExpression } from '#core/expressions/parse-expression.ts'
import { checkFieldValue } from '#core/fields/check-field-value.ts'
import { parseFieldText, toFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import { fieldKinds, type FieldKind } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
beforeEach(async () => {
  shot = await aTask(studio)
})
afterAll(() => host.close())

const options = [
  { id: 'easy', name: 'Easy', color: '#22c55e' },
  { id: 'hard', name: 'Hard', color: '#ef4444' },
]

const manyOptions = Array.from({ length: 101 }, (_, n) => ({ id: `o${n}`, name: `Option ${n}`, color: '#000000' }))

let fieldCount = 0
async function aField(kind: string, given: object = {}) {
  const key = `f${(fieldCount += 1)}`
  const formula = kind === 'formula' ? 'frames * 2' : ''
  const field = { studio_id: studio.id, key, name: 'Difficulty', kind, options, formula, ...given }
  return await insert(studio.owner.client, 'field_definitions', field)
}

function setArgs(values: object, expected?: object) {
  return { p_of: 'item', p_changes: [{ id: shot.item.id, values, ...(expected && { expected }) }] }
}

async function set(values: object, expected?: object, who: TestUser = studio.member) {
  return await call<{ changed: number; skipped: unknown[] }>(who.client, 'set_fields', setArgs(values, expected))
}

async function readFields(): Promise<unknown> {
  const { data } = await studio.owner.client.from('items').select('fields').eq('id', shot.item.id).single()
  return data?.fields
}

const longText = 'x'.repeat(20_001)
const tried: readonly FieldValue[] = [
  1e15,
  -999_999_999_999_999.9,
  'Dolly',
  'two\nlines',
  'x'.repeat(1001),
  longText,
  3,
  -2.5,
  true,
  '2026-02-28',
  '2026-02-30',
  'easy',
  'gone',
  ['hard', 'easy'],
  ['easy', 'easy'],
  [],
  'https://example.com/a b',
  'HTTPS://example.com/a',
  'javascript:alert(1)',
]

async function makeItem(given: object = {}, who: TestUser = studio.owner) {
  const { items } = await call<{ items: readonly { id: string }[] }>(who.client, 'create_items_with_tasks', {
    p_space_id: shot.space.id,
    p_collection_id: shot.collection.id,
    p_items: [{ title: `sh ${randomUUID()}`, ...given }],
  })
  const { data } = await studio.owner.client.from('items').select('fields').eq('id', String(items[0]?.id)).single()
  return data?.fields as Record<string, unknown>
}

describe('a field default', () => {
  afterEach(async () => {
    await studio.owner.client.from('field_definitions').update({ default_value: null }).eq('studio_id', studio.id)
  })

  test('applies to new items from any source, unless a value or null is given', async () => {
    const { key: floored } = await aField('choice', { default_value: 'easy', write_floor: 'admin' })
    const { key, id } = await aField('number', { default_value: 24 })
    const [f, n] = [String(floored), String(key)]

    expect(await makeItem()).toMatchObject({ [f]: 'easy', [n]: 24 })
    expect(await makeItem({ fields: { [n]: 48 } }, studio.member)).toMatchObject({ [f]: 'easy', [n]: 48 })
    expect(await makeItem({ fields: { [n]: null } })).not.toHaveProperty(n)
    const bare = { collection_id: shot.collection.id, title: randomUUID() }
    expect((await insert(studio.owner.client, 'items', bare))['fields']).toMatchObject({ [f]: 'easy', [n]: 24 })
    expect(await readFields()).toEqual({})

    const low = { p_space_id: shot.space.id, p_collection_id: shot.collection.id }
    const args = { ...low, p_items: [{ title: 'sh low', fields: { [f]: null } }] }
    expect(await refusal(studio.member.client, 'create_items_with_tasks', args)).toMatchObject({ code: '42501' })
    await studio.owner.client.from('field_definitions').update({ default_value: null }).eq('id', String(id))
    expect(await makeItem()).not.toHaveProperty(n)
  })

  test('applies in an import where the sheet has no value, and not to existing items', async () => {
    const { key } = await aField('number', { default_value: 24 })
    const n = String(key)
    const [first, second] = [randomUUID(), randomUUID()]
    const item = { collection_id: shot.collection.id, title: randomUUID() }

    await call(studio.owner.client, 'apply_import', {
      p_space_id: shot.space.id,
      p_changes: {
        items: [
          { ...item, id: first, title: randomUUID() },
          { ...item, id: second, title: randomUUID(), fields: { [n]: 7 } },
        ],
        item_changes: [{ id: shot.item.id, expected: {}, fields: { description: 'Rain' } }],
      },
    })

    const { data } = await studio.owner.client.from('items').select('id,fields').in('id', [first, second])
    const byId = new Map(data?.map(({ id, fields }) => [id, fields]))
    expect(byId.get(first)).toMatchObject({ [n]: 24 })
    expect(byId.get(second)).toMatchObject({ [n]: 7 })
    expect(await readFields()).toEqual({})
  })

  test('applies to an import’s new tasks, and null stays null without a default', async () => {
    const { owner } = studio
    const { key, id } = await aField('number', { default_value: 3, of: 'task' })
    const n = String(key)
    const importOne = async (fields?: object): Promise<unknown> => {
      const item = { id: randomUUID(), collection_id: shot.collection.id, title: randomUUID() }
      const task = { id: randomUUID(), item_id: item.id, stage_id: shot.stage.id, ...(fields && { fields }) }
      await call(owner.client, 'apply_import', {
        p_space_id: shot.space.id,
        p_changes: { items: [item], tasks: [task] },
      })
      return (await owner.client.from('item_tasks').select('fields').eq('id', task.id).single()).data?.fields
    }

    expect([await importOne(), await importOne({ [n]: 5 })]).toEqual([{ [n]: 3 }, { [n]: 5 }])
    await owner.client.from('field_definitions').update({ default_value: null }).eq('id', String(id))
    expect([await importOne(), await importOne({ [n]: null })]).toEqual([{}, {}])
    const made = { item_id: shot.item.id, stage_id: shot.spareStage.id, status_id: shot.status.id }
    await owner.client.from('field_definitions').update({ default_value: 4 }).eq('id', String(id))
    expect((await insert(owner.client, 'item_tasks', made))['fields']).toEqual({ [n]: 4 })
  })

  test('must be valid for its field, also when options change', async () => {
    const field = { studio_id: studio.id, key: 'bad', name: 'Frames', kind: 'number', default_value: 'many' }
    const { error } = await studio.owner.client.from('field_definitions').insert(field)
    expect(error).toMatchObject({ code: '22023', message: 'Frames takes a number of at most 15 digits' })

    const { id, key } = await aField('choice', { default_value: 'easy' })
    const change = studio.owner.client.from('field_definitions').update({ options: options.slice(1) })
    expect((await change.eq('id', String(id))).error?.message).toBe('Difficulty takes one of its options')

    expect(await makeItem()).toMatchObject({ [String(key)]: 'easy' })
  })
})

describe('the kind of a field', () => {
  const change = async (who: TestUser, id: unknown, given: object) =>
    await who.client.rpc('change_field_kind', {
      p_field_id: id,
      p_expected_kind: 'text',
      p_definition: { kind: 'number', options: [], default_value: 12 },
      ...given,
    })

  test('changes together with all its values, once per operation', async () => {
    const { id, key } = await aField('text')
    await set({ [String(key)]: '24' })
    const given = {
      p_values: [{ id: shot.item.id, from: '24', to: 24 }],
      p_operation_id: randomUUID(),
    }

    const { data } = await change(studio.owner, id, given)

    expect(data).toMatchObject({ changed: 1 })
    expect(await readFields()).toEqual({ [String(key)]: 24 })
    expect((await change(studio.owner, id, given)).data).toEqual(data)
    const { data: row } = await studio.owner.client.from('field_definitions').select().eq('id', String(id)).single()
    expect(row).toMatchObject({ kind: 'number', options: [], default_value: 12 })
    await studio.owner.client.from('field_definitions').update({ default_value: null }).eq('id', String(id))
  })

  test('cannot change if a value is missing, changed or does not fit, or without the right', async () => {
    const { id, key } = await aField('text')
    await set({ [String(key)]: '24' })
    const value = { id: shot.item.id, from: '24', to: 24 }
    const refused = async (values: readonly object[], who = studio.owner) => {
      const { error } = await change(who, id, { p_values: values })
      return [error?.code, error?.message]
    }
    const inTheMeantime = ['P0409', 'Someone else changed this in the meantime. Your change was not applied.']

    expect(await refused([])).toEqual(inTheMeantime)
    expect(await refused([{ ...value, from: '25' }])).toEqual(inTheMeantime)
    expect(await refused([{ ...value, to: 'many' }])).toEqual([
      '22023',
      'Difficulty takes a number of at most 15 digits',
    ])
    // JSON parsers would read another number.
    for (const to of [1e15, -1e15])
      expect(await refused([{ ...value, to }])).toEqual(['22023', 'Difficulty takes a number of at most 15 digits'])
    expect(await refused([value], studio.viewer)).toEqual(['42501', 'Your role may not change fields'])
    expect(await readFields()).toEqual({ [String(key)]: '24' })
    const plain = studio.owner.client.from('field_definitions').update({ kind: 'number' })
    expect((await plain.eq('id', String(id))).error?.code).toBe('42501')
  })
})

describe('a field value', () => {
  test.each(fieldKinds.filter((kind) => kind !== 'person'))(
    'of kind %s is validated the same by app and database',
    async (kind) => {
      const row = await aField(kind)
      const field = newRow('field_definitions', { id: newId<FieldId>(), key: 'any', name: 'Difficulty', kind, options })
      const judge = async (value: FieldValue): Promise<string | undefined> => {
        const args = setArgs({ [String(row['key'])]: value })
        const { error } = await studio.member.client.rpc('set_fields', args)
        return error?.message
      }

      for (const value of tried) {
        expect({ value, answer: await judge(value) }).toEqual({ value, answer: checkFieldValue(field, value) })
      }
    },
  )

  test('of a person must be a member of the studio', async () => {
    const { key } = await aField('person')

    await set({ [String(key)]: studio.viewer.id })

    const refused = await refusal(studio.member.client, 'set_fields', setArgs({ [String(key)]: randomUUID() }))
    expect(refused).toMatchObject({ code: '22023', message: 'Difficulty takes a member of this studio' })
  })

  test('is refused under an unknown key and outside the field’s places', async () => {
    const { key } = await aField('text', { place_ids: [shot.project.id] })
    const other = await aTask(studio, 'Other')

    const strange = await refusal(studio.member.client, 'set_fields', setArgs({ nothing: 'x' }))
    await set({ [String(key)]: 'Wide' })
    const elsewhere = await refusal(studio.member.client, 'set_fields', {
      p_of: 'item',
      p_changes: [{ id: other.item.id, values: { [String(key)]: 'Wide' } }],
    })

    expect(strange.message).toBe('There is no field with the key nothing')
    expect(elsewhere.message).toBe('Difficulty is not a field of this space')
  })

  test('of a role-restricted field cannot be set or cleared by lower roles', async () => {
    const row = await aField('number', { write_floor: 'lead' })
    const key = String(row['key'])
    const lowly = { code: '42501', message: 'Difficulty may only be changed by the role lead and above' }

    const refused = await refusal(studio.member.client, 'set_fields', setArgs({ [key]: 3 }))
    await set({ [key]: 3 }, undefined, studio.owner)
    const taken = await refusal(studio.member.client, 'set_fields', setArgs({ [key]: null }))
    const { error } = await studio.member.client.from('items').update({ fields: {} }).eq('id', shot.item.id)

    expect([refused, taken]).toMatchObject([lowly, lowly])
    expect(error?.message).toBe(lowly.message)
    expect(await readFields()).toEqual({ [key]: 3 })
  })

  test('is validated on direct writes too', async () => {
    const { key } = await aField('number')

    const { error } = await studio.member.client
      .from('items')
      .update({ fields: { [String(key)]: 'many' } })
      .eq('id', shot.item.id)

    expect(error?.message).toBe('Difficulty takes a number of at most 15 digits')
  })

  test('is limited to 64 kB together with the item’s others', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, async () => (await aField('long_text'))['key']))

    const refused = await refusal(
      studio.member.client,
      'set_fields',
      setArgs(Object.fromEntries(keys.map((key) => [key, 'x'.repeat(20_000)]))),
    )

    expect(refused).toMatchObject({ code: '22023', message: 'The fields of one item take at most 64 kB together' })
    const long = setArgs({ [String(keys[0])]: 'x'.repeat(70_000) })
    expect(await refusal(studio.member.client, 'set_fields', long)).toMatchObject({
      code: '22023',
      message: 'Difficulty takes at most 20,000 characters',
    })
  })
})

describe('setting fields', () => {
  test('changes no other key, and null removes one', async () => {
    const [a, b] = [String((await aField('text'))['key']), String((await aField('text'))['key'])]

    await Promise.all([set({ [a]: 'one' }), set({ [b]: 'two' })])
    expect(await readFields()).toEqual({ [a]: 'one', [b]: 'two' })
    await set({ [a]: null })

    expect(await readFields()).toEqual({ [b]: 'two' })
  })

  test('skips and reports values that are not as expected', async () => {
    const key = String((await aField('text'))['key'])
    await set({ [key]: 'hers' })

    const answer = await set({ [key]: 'mine' }, { [key]: null })

    expect(answer).toMatchObject({ changed: 0, skipped: [{ id: shot.item.id, key, reason: 'conflict' }] })
    expect(await readFields()).toEqual({ [key]: 'hers' })
  })

  test('requires a role that may change items', async () => {
    const key = String((await aField('text'))['key'])
    const refusals = await Promise.all(
      [studio.viewer, studio.outsider].map(
        async (who) => await refusal(who.client, 'set_fields', setArgs({ [key]: 'x' })),
      ),
    )

    expect(refusals.map(({ code }) => code)).toEqual(['42501', 'P0002'])
  })
})

describe('a field definition', () => {
  test('keeps its values when deleted, and has them when restored', async () => {
    const field = await aField('text')
    const key = String(field['key'])
    await set({ [key]: 'kept' })

    const { rev } = await call<{ rev: number }>(studio.owner.client, 'delete_rows', {
      p_table: 'field_definitions',
      p_keys: [field.id],
    })
    const without = await refusal(studio.member.client, 'set_fields', setArgs({ [key]: 'new' }))
    await call(studio.owner.client, 'restore_deleted', { p_studio_id: studio.id, p_rev: rev })

    expect(without.message).toBe(`There is no field with the key ${key}`)
    expect(await readFields()).toEqual({ [key]: 'kept' })
    await set({ [key]: 'changed' }, { [key]: 'kept' })
    expect(await readFields()).toEqual({ [key]: 'changed' })
  })

  test('does not take over the values of a deleted one', async () => {
    const field = await aField('text')
    const key = String(field['key'])
    await set({ [key]: 'old' })
    await call(studio.owner.client, 'delete_rows', { p_table: 'field_definitions', p_keys: [field.id] })

    const second = await aField('number', { key })
    await host.database.execute(
      `update private.tombstones set deleted_at = now() - interval '31 days' where table_name = 'field_definitions'`,
    )
    const third = await aField('number', { key })

    expect([second['key'], third['key']]).toEqual([`${key}_2`, key])
    expect(await readFields()).toEqual({})
  })

  test.each([
    ['a second field of its key', { key: 'twice' }, '23505'],
    ['an option without a name', { key: 'o1', options: [{ id: 'a', name: ' ', color: '#000000' }] }, '22023'],
    ['two options of a name', { key: 'o2', options: [options[0], { ...options[0], id: 'b' }] }, '22023'],
    ['more options than can be chosen from', { key: 'o4', options: manyOptions }, '22023'],
    ['a place of another studio', { key: 'o3', place_ids: [randomUUID()] }, '23503'],
    ['a key that scripts cannot write', { key: 'Not a key' }, '23514'],
  ])('is refused with %s', async (_what, given, code) => {
    const field = { studio_id: studio.id, name: 'Twice', kind: 'choice' }
    const row = { ...field, ...given }
    await studio.owner.client.from('field_definitions').insert({ ...field, key: 'twice' })

    const { error } = await studio.owner.client.from('field_definitions').insert(row)

    expect(error?.code).toBe(code)
  })

  test('is refused in a sentence to roles that may not add one', async () => {
    const field = { studio_id: studio.id, name: 'Twice', kind: 'text', key: 'twice' }

    const { error } = await studio.viewer.client.from('field_definitions').insert(field)

    expect(error).toMatchObject({ code: '42501', message: 'Your role may not add fields' })
  })
})

/** Returns whether the app accepts a formula's syntax, whatever it names. */
function isRead(formula: string): boolean {
  try {
    parseExpression(formula)
    return true
  } catch {
    return false
  }
}

describe('a formula', () => {
  const make = async (key: string, formula: string) => {
    const field = { studio_id: studio.id, key, name: key.toUpperCase(), kind: 'formula', formula }
    return (await studio.owner.client.from('field_definitions').insert(field)).error?.message
  }
  const rewrite = async (key: string, formula: string) => {
    const { client } = studio.owner
    return (await client.from('field_definitions').update({ formula }).eq('studio_id', studio.id).eq('key', key)).error
  }

  test('that depends on itself is refused with the cycle, whether new or changed', async () => {
    expect(await make('me', 'me * 2')).toBe('ME: It is circular: me → me')
    expect(await make('ones', 'sum(cast, x, x.ones) + 1')).toBe('ONES: It is circular: ones → ones of a linked item')
    expect([
      await make('c1', 'frames * 2'),
      await make('c2', 'max(1, max(c1, 3))'),
      await make('c3', '-(c2 + c1)'),
    ]).toEqual([undefined, undefined, undefined])

    expect(await rewrite('c1', 'round(c3 / 2)')).toMatchObject({
      code: '22023',
      message: 'C1: It is circular: c1 → c3 → c1',
    })
    const both = { studio_id: studio.id, kind: 'formula' }
    const { error } = await studio.owner.client.from('field_definitions').insert([
      { ...both, key: 'd1', name: 'D1', formula: 'd2' },
      { ...both, key: 'd2', name: 'D2', formula: 'd1' },
    ])
    expect(error?.message).toBe('D2: It is circular: d2 → d1 → d2')
  })

  test('is refused in a sentence if it is plainly wrong; what the app accepts is accepted', async () => {
    const wrong = {
      '1 +': 'Something is missing at the end',
      'frames &&': 'Something is missing at the end',
      '"Cut: " + name + "': 'The text has no closing quote',
      'round((frames + 1) / 2': ') is missing before the end',
      'frames + 1)': ') does not belong here',
      '* 2': '* does not belong here',
      'frames + * 2': '* does not belong here',
      '(frames + ) * 2': ') does not belong here',
      'frames = 3': 'Use == to compare two values',
    }
    for (const [formula, reason] of Object.entries(wrong)) {
      expect([formula, isRead(formula), await make('wrong', formula)]).toEqual([formula, false, `WRONG: ${reason}`])
    }
    expect(await make('kept', 'frames * 2')).toBeUndefined()
    expect(await rewrite('kept', 'frames *')).toMatchObject({
      code: '22023',
      message: 'KEPT: Something is missing at the end',
    })

    const right = [
      '-frames',
      '!(frames >= 3) && frames != -1 || frames <= 2',
      `frames > 100 ? "long" : frames == 1 ? 'a "frame"' : "(" + ")" // or ) that`,
      'count(tasks, t, !t.done)',
      '[1, 2,].map(n, n * -1)[0]',
      '"""a "b" c""" + name',
      'frames in [1, 2]',
      String.raw`"=" + "\"" + "//"`,
    ]
    for (const [at, formula] of right.entries()) {
      expect([formula, isRead(formula), await make(`right${at}`, formula)]).toEqual([formula, true, undefined])
    }
  })

  test('may contain its own key in another meaning', async () => {
    expect(
      await Promise.all([
        make('said', '"said: " + name // said'),
        make('done', 'share(tasks, t, t.done) == 1.0'),
        make('x', 'sum(cast, x, x.count)'),
        make('n', 'sum([1, 2], n, n * 2)'),
        make('round', 'round(frames / 24)'),
        make('quoted', String.raw`'it\'s quoted' == name`),
        make('code', 'task("animation").code'),
      ]),
    ).toEqual(Array.from({ length: 7 }))
  })
})

test('an import sets fields key by key with guards, and undo deletes its items with their fields', async () => {
  const [a, b] = [String((await aField('text'))['key']), String((await aField('number'))['key'])]
  await set({ [a]: 'kept', [b]: 1 })
  const { id } = shot.item
  const apply = async (changes: object) =>
    await call<{ conflicts: unknown[]; changed: number }>(studio.owner.client, 'apply_import', {
      p_space_id: shot.space.id,
      p_changes: { ...changes, on_conflict: 'skip' },
    })

  const late = await apply({
    item_changes: [{ id, expected: { fields: { [b]: null } }, fields: { fields: { [b]: 9 } } }],
  })
  expect([late.conflicts.length, await readFields()]).toEqual([1, { [a]: 'kept', [b]: 1 }])
  await apply({ item_changes: [{ id, expected: { fields: { [b]: 1 } }, fields: { fields: { [b]: 2 } } }] })
  expect(await readFields()).toEqual({ [a]: 'kept', [b]: 2 })
  await apply({ item_changes: [{ id, expected: { fields: { [a]: 'kept' } }, fields: { fields: { [a]: null } } }] })
  expect(await readFields()).toEqual({ [b]: 2 })

  const made = { id: randomUUID(), collection_id: shot.collection.id, title: 'sh020', fields: { [b]: 'many' } }
  const request = { p_space_id: shot.space.id, p_changes: { items: [made] } }
  const refused = await refusal(studio.owner.client, 'apply_import', request)
  expect(refused.message).toBe('The import cannot be carried out: Difficulty takes a number of at most 15 digits')
  await apply({ items: [{ ...made, fields: { [b]: 7 } }] })
  const { data } = await studio.owner.client.from('items').select('fields').eq('id', made.id).single()
  expect(data?.fields).toEqual({ [b]: 7 })
})

test('an import sets guarded task fields, gives new tasks defaults, and refuses bad values', async () => {
  const key = String((await aField('number', { of: 'task' }))['key'])
  const id = shot.task.id
  const field = `fields.${key}`
  const apply = async (changes: object) =>
    await call<{ conflicts: unknown[] }>(studio.owner.client, 'apply_import', {
      p_space_id: shot.space.id,
      p_changes: { ...changes, on_conflict: 'skip' },
    })
  const readTask = async (taskId: string): Promise<unknown> => {
    const { data } = await studio.owner.client.from('item_tasks').select('fields').eq('id', taskId).single()
    return (data?.fields as Record<string, unknown> | undefined)?.[key]
  }

  await apply({ task_changes: [{ id, field, from: null, to: 3 }] })
  expect(await readTask(id)).toBe(3)
  const late = await apply({ task_changes: [{ id, field, from: null, to: 4 }] })
  expect([late.conflicts, await readTask(id)]).toEqual([[{ id, field }], 3])
  const check = { task_changes: [{ id, field, from: 1, to: 4 }], only_check: true }
  expect((await refusal(studio.owner.client, 'apply_import', { p_space_id: shot.space.id, p_changes: check })).code).toBe('23505') // prettier-ignore
  await apply({ task_changes: [{ id, field, from: 3, to: null }] })
  expect(await readTask(id)).toBeUndefined()

  const item = { id: randomUUID(), collection_id: shot.collection.id, title: 'sh with tasks' }
  const task = { id: randomUUID(), item_id: item.id, stage_id: shot.stage.id, fields: { [key]: 7 } }
  await apply({ items: [item], tasks: [task] })
  expect(await readTask(task.id)).toBe(7)
  const wrong = { task_changes: [{ id, field, from: null, to: 'many' }] }
  const refused = await refusal(studio.owner.client, 'apply_import', { p_space_id: shot.space.id, p_changes: wrong })
  expect(refused.message).toBe('The import cannot be carried out: Difficulty takes a number of at most 15 digits')
})

describe('fields of tasks and projects', () => {
  const setAs = async (who: TestUser, [of, id]: readonly [string, unknown], values: object) =>
    await who.client.rpc('set_fields', { p_of: of, p_changes: [{ id, values }] })
  const setOf = async (of: string, id: unknown, values: object) => await setAs(studio.member, [of, id], values)
  const read = async (table: string, id: unknown): Promise<unknown> => {
    const { data } = await studio.owner.client.from(table).select('fields').eq('id', String(id)).single()
    return data?.fields
  }

  test.each(['task', 'project'] as const)('are set for a %s, validated and refused like those of items', async (of) => {
    const [table, id] = of === 'task' ? ['item_tasks', shot.task.id] : ['projects', shot.project.id]
    const [key, low] = [await aField('number', { of }), await aField('text', { of, write_floor: 'lead' })].map((row) =>
      String(row['key']),
    )
    const ofItems = String((await aField('number'))['key'])

    expect((await setOf(of, id, { [String(key)]: 3 })).data).toMatchObject({ changed: 1, skipped: [] })
    const refused = [
      await setOf(of, id, { [String(key)]: 'many' }),
      await setOf(of, id, { [String(low)]: 'x' }),
      await setOf(of, id, { [ofItems]: 3 }),
      await setOf('item', shot.item.id, { [String(key)]: 3 }),
      await setAs(studio.viewer, [of, id], { [String(key)]: 4 }),
      await setAs(studio.outsider, [of, id], { [String(key)]: 4 }),
      await studio.member.client
        .from(table)
        .update({ fields: { [String(key)]: 'many' } })
        .eq('id', id),
      await setOf('studio', studio.id, { [String(key)]: 3 }),
    ]

    expect(refused.map(({ error }) => error?.message)).toEqual([
      'Difficulty takes a number of at most 15 digits',
      'Difficulty may only be changed by the role lead and above',
      'Difficulty is a field of items',
      `Difficulty is a field of ${of}s`,
      `Your role may not change ${of}s`,
      of === 'task' ? 'Task not found' : 'Project not found',
      'Difficulty takes a number of at most 15 digits',
      'Fields are of an item, a task or a project',
    ])
    expect(await read(table, id)).toEqual({ [String(key)]: 3 })
  })

  test('have defaults for new ones, and can be narrowed to places', async () => {
    const ofTask = String((await aField('number', { of: 'task', default_value: 24 }))['key'])
    const narrowed = await aField('text', { of: 'project', place_ids: [shot.project.id], default_value: 'here' })
    const ofProject = String((await aField('text', { of: 'project', default_value: 'all' }))['key'])

    const other = await aTask(studio, 'Other')

    expect(await read('item_tasks', other.task.id)).toEqual({ [ofTask]: 24 })
    expect(await read('projects', other.project.id)).toEqual({ [ofProject]: 'all' })
    const { error } = await setOf('project', other.project.id, { [String(narrowed['key'])]: 'x' })
    expect(error?.message).toBe('Difficulty is not a field of this project')
  })

  test('can change kind together with their values', async () => {
    const { id, key } = await aField('text', { of: 'task' })
    await setOf('task', shot.task.id, { [String(key)]: '24' })

    await call(studio.owner.client, 'change_field_kind', {
      p_field_id: id,
      p_expected_kind: 'text',
      p_definition: { kind: 'number' },
      p_values: [{ id: shot.task.id, from: '24', to: 24 }],
    })

    expect(await read('item_tasks', shot.task.id)).toMatchObject({ [String(key)]: 24 })
  })

  test('are logged, and can be undone from the log', async () => {
    const [ofTask, ofProject] = [await aField('text', { of: 'task' }), await aField('text', { of: 'project' })]
    for (const [of, id, { key }] of [
      ['task', shot.task.id, ofTask],
      ['project', shot.project.id, ofProject],
    ] as const) {
      const { error } = await studio.member.client.rpc('set_fields', {
        p_of: of,
        p_changes: [{ id, values: { [String(key)]: 'Dolly' } }],
        p_operation_id: randomUUID(),
      })
      expect(error).toBeNull()
    }
    const { events } = await call<{ events: Record<string, unknown>[] }>(studio.owner.client, 'list_events', {
      p_studio_id: studio.id,
      p_limit: 1000,
    })
    const told = events.filter((event) => event['kind'] === 'field.changed' && event['project_id'] === shot.project.id)

    expect(told).toMatchObject([
      { task_id: shot.task.id, new: { key: ofTask['key'], value: 'Dolly' } },
      { thing_id: ofProject.id, new: { key: ofProject['key'], value: 'Dolly' } },
    ])
    expect(told[1]).not.toHaveProperty('item_id')
    for (const { seq } of told) {
      await call(studio.member.client, 'undo_operation', {
        p_studio_id: studio.id,
        p_seq: seq,
        p_operation_id: randomUUID(),
      })
    }
    expect(await read('item_tasks', shot.task.id)).not.toHaveProperty(String(ofTask['key']))
    expect(await read('projects', shot.project.id)).not.toHaveProperty(String(ofProject['key']))
  })
})

describe('a value written before its field’s kind changed', () => {
  const people: FieldPeople = []
  /** What is written, as which kind, for which new kinds. */
  const written: readonly (readonly [FieldKind, FieldValue])[] = [
    ...(['35', '1,200.5', ' 12,5 ', 'many', '0', 'x', 'JA', '24.12.2026', '2026-12-24', '31.2.2026'] as const).map(
      (text) => ['text', text] as const,
    ),
    ...(['hard', 'Easy', 'easy; HARD', 'Easy, nothing', 'https://x.example/a', '1e3', '-', '.5', "1'000"] as const).map(
      (text) => ['text', text] as const,
    ),
    ['number', 1],
    ['number', 0.5],
    ['checkbox', true],
    ['checkbox', false],
    ['date', '2026-12-24'],
    ['choice', 'hard'],
    ['choices', ['hard', 'easy']],
    ['choices', ['easy']],
  ]
  const kinds = fieldKinds.filter((kind) => kind !== 'formula' && kind !== 'person')

  test.each(kinds)('is read by a field of kind %s as the app reads it', async (kind) => {
    const row = await aField(kind)
    const key = String(row['key'])
    const field = { ...newRow('field_definitions', { id: newId<FieldId>(), key, name: 'Difficulty', kind }), options }
    const names = Object.fromEntries(options.map(({ id, name }) => [id, name]))
    const wrong: unknown[] = []
    for (const [meant, value] of written) {
      if (meant === kind) continue
      const text = toFieldText({ kind: meant, options }, value, people)
      const read = parseFieldText(field, text, people)
      const args = { ...setArgs({ [key]: value }), p_kinds: { [key]: { kind: meant, names } } }
      const problem = await refusal(studio.member.client, 'set_fields', args).catch(() => undefined)
      const fields = Object(await readFields())
      const found = problem === undefined ? fields[key] : undefined
      const sorted = (one: unknown) => (Array.isArray(one) ? one.map(String).toSorted(compareText) : one)
      if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(read.ok ? read.value : undefined)))
        wrong.push([meant, value, found, problem])
    }
    expect(wrong).toEqual([])
  })

  test('is refused with its text if it does not convert, and not checked if the kind is the same', async () => {
    const key = String((await aField('number'))['key'])
    const typed = (text: string, kind: string) => ({ ...setArgs({ [key]: text }), p_kinds: { [key]: { kind } } })

    expect(await refusal(studio.member.client, 'set_fields', typed('many', 'text'))).toMatchObject({
      message: 'Difficulty takes a number of at most 15 digits now: “many” cannot be converted',
    })
    expect(await refusal(studio.member.client, 'set_fields', typed('35', 'number'))).toMatchObject({
      message: 'Difficulty takes a number of at most 15 digits',
    })
    await call(studio.member.client, 'set_fields', typed('35', 'text'))
    expect(await readFields()).toMatchObject({ [key]: 35 })
  })

  test('is converted in new items and their tasks too', async () => {
    const [count, note] = [await aField('number'), await aField('text', { of: 'task' })].map(({ key }) => String(key))
    const [id, taskId] = [randomUUID(), randomUUID()]
    const args = (typed: string) => ({
      p_space_id: shot.space.id,
      p_collection_id: shot.collection.id,
      p_items: [
        {
          id,
          title: `sh ${id}`,
          fields: { [String(count)]: typed },
          tasks: [{ id: taskId, stage_id: shot.stage.id, fields: { [String(note)]: ['hard', 'easy'] } }],
        },
      ],
      p_kinds: {
        item: { [String(count)]: { kind: 'text' } },
        task: { [String(note)]: { kind: 'choices', names: { hard: 'Hard', easy: 'Easy' } } },
      },
    })
    const { client } = studio.member
    await call(studio.owner.client, 'save_space_config', {
      p_space_id: shot.space.id,
      p_stage_ids: [shot.stage.id],
      p_status_ids: [shot.status.id],
    })

    expect(await refusal(client, 'create_items_with_tasks', args('many'))).toMatchObject({
      code: '22023',
      message: 'Difficulty takes a number of at most 15 digits now: “many” cannot be converted',
    })
    await call(client, 'create_items_with_tasks', args('35'))

    const { data: item } = await client.from('items').select('fields').eq('id', id).single()
    const { data: task } = await client.from('item_tasks').select('fields').eq('id', taskId).single()
    expect([item?.fields, task?.fields]).toMatchObject([{ [String(count)]: 35 }, { [String(note)]: 'Hard, Easy' }])
    await studio.owner.client.from('items').delete().eq('id', id)
  })

  test('cannot name anybody of another studio', async () => {
    const key = String((await aField('text'))['key'])
    const stranger = (await aStudio(host)).owner
    const written = (id: string) => ({ ...setArgs({ [key]: id }), p_kinds: { [key]: { kind: 'person' } } })

    await call(studio.member.client, 'set_fields', written(studio.lead.id))
    expect(await readFields()).toMatchObject({ [key]: 'Lea Lead' })
    await call(studio.member.client, 'set_fields', written(stranger.id))
    expect(await readFields()).toMatchObject({ [key]: stranger.id })
  })

  test('reveals nothing of a field one may not read', async () => {
    const key = String((await aField('number', { read_floor: 'admin' }))['key'])
    const args = { ...setArgs({ [key]: 'many' }), p_kinds: { [key]: { kind: 'text' } } }

    expect(await refusal(studio.member.client, 'set_fields', args)).toMatchObject({
      message: `There is no field with the key ${key}`,
    })
  })
})
