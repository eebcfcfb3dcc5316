import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newId, type CollectionId, type FieldId, type ItemId, type StageId } from '#core/lib/ids.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { FieldKind } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { parseCsv } from './csv.ts'
import { exportSheet } from './export-sheet.ts'
import { toReverse } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import { findMisspelt } from './option-names.ts'
import { describePlan } from './plan-summary.ts'
import { toOptionKey, type OptionAnswer, type OptionAnswers } from './propose-options.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { readSheet } from './read-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

const toOption = (name: string) => ({ id: name.toLowerCase().replace(/\W+/g, '_'), name, color: '#22c55e' })

function aList(name: string, kind: FieldKind, options: readonly string[]) {
  const row = { id: newId<FieldId>(), key: name.toLowerCase(), name, kind, options: options.map(toOption) }
  return newRow('field_definitions', row)
}

const vendor = aList('Vendor', 'choice', ['Inhouse', 'Acme'])
const weather = aList('Weather', 'choices', ['Rain, heavy', 'Night'])

type Given = Partial<Catalogue> & {
  readonly answers?: Partial<Omit<OptionAnswers, 'names'>> & { readonly names?: Readonly<Record<string, OptionAnswer>> }
  readonly isAllowed?: boolean
  readonly values?: FieldValues
  readonly mapping?: ColumnMapping
}

function bring(text: string, { answers, isAllowed = true, values, mapping = [], ...more }: Given = {}) {
  const given: Catalogue = { stages: [], statuses: [], members: [], activeStageIds: [], fields: [vendor], ...more }
  const collectionId = newId<CollectionId>()
  const item = { id: newId<ItemId>(), collectionId, title: 'sh010', slug: 'sh010', orderRank: '1', fields: values }
  const content: SpaceContent = {
    collections: [newRow('collections', { id: collectionId, name: 'sq010', orderRank: '1' })],
    items: [newRow('items', item)],
    tasks: [],
    hoursOf: () => undefined,
    isIllustration: false,
  }
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const names = new Map(
    Object.entries(answers?.names ?? {}).map(([pair, answer]) => {
      const [list = '', name = ''] = pair.split('=')
      return [toOptionKey(list, name), answer]
    }),
  )
  const read = readSheet(sheet.value, {
    fields: given.fields,
    taskFields: given.taskFields,
    statuses: [],
    members: [],
    stages: given.stages.map(({ name }) => name),
    mapping,
    isBlankClear: false,
    fieldAnswers: {
      rest: 'propose',
      columns: new Map(),
      options: { rest: 'propose', ...answers, names },
      isAllowed,
    },
  })
  if (!read.ok) throw new Error(read.error.message)
  const file = { ...read.value, people: [] }
  const plan = planImport({ rows: file.rows, content, catalogue: given, newOptions: file.options, newId })
  const proposals = file.options.flatMap((each) => each.proposals)
  return { ...plan, proposals, content, given, said: describePlan(plan.summary, file).slice(1) }
}

const one = (cell: string): string => `Collection,Name,Description,Vendor\nsq010,sh010,Wide,${cell}\n`
const take = { rest: 'take' } as const

test('an unknown option is proposed, its cell left out with the reason, and the rest of its row imported', () => {
  const { entries, changes, said, proposals } = bring(one('Northwind'))

  expect(proposals).toMatchObject([{ field: 'Vendor', option: 'Northwind', values: 1, state: 'proposed' }])
  expect(entries).toMatchObject([
    {
      kind: 'changed',
      changes: [{ field: 'description', to: 'Wide' }],
      left: ['Vendor: “Northwind” is not one of its options (Inhouse, Acme).'],
    },
  ])
  expect(said).toEqual(['Vendor could get 1 new option: Northwind (1 value).'])
  expect(changes).not.toHaveProperty('options')
})

test('accepted options come after the others in the order of the sheet, with the app’s colours', () => {
  const text = 'Collection,Name,Vendor\nsq010,sh010,Northwind\nsq010,sh020,Sol\nsq010,sh030,northwind \nsq010,sh040,\n'
  const { entries, changes, said } = bring(text, { answers: take })

  expect(changes.options).toMatchObject([
    { fieldId: vendor.id, key: 'vendor', id: 'northwind', name: 'Northwind', color: expect.stringMatching(/^#/) },
    { fieldId: vendor.id, key: 'vendor', id: 'sol', name: 'Sol' },
  ])
  expect(new Set(changes.options?.map(({ color }) => color)).size).toBe(2)
  expect(changes.itemChanges).toMatchObject([{ fields: { fields: { vendor: 'northwind' } } }])
  expect(changes.items.map(({ fields }) => fields)).toEqual([{ vendor: 'sol' }, { vendor: 'northwind' }, undefined])
  expect(entries[0]?.changes).toEqual([{ field: 'Vendor', from: '', to: 'Northwind' }])
  expect(said).toEqual(['Vendor gets 2 new options: Northwind (2 values), Sol (1 value).'])
  expect(toReverse(changes).deletions?.options).toEqual([
    { fieldId: vendor.id, id: 'northwind' },
    { fieldId: vendor.id, id: 'sol' },
  ])
})

test('a refused option is not reported as a proposal, and its cell is left out', () => {
  const names = { 'vendor=sol': 'no', 'Vendor=Northwind': 'add' } as const
  const { entries, changes, said } = bring(one('Sol') + 'sq010,sh020,,Northwind\n', { answers: { names } })
  const none = bring(one('Sol'), { answers: { rest: 'refuse' } })

  expect(changes.options?.map(({ name }) => name)).toEqual(['Northwind'])
  expect(entries[0]).toMatchObject({ kind: 'changed', left: [expect.stringContaining('“Sol” is not one of')] })
  expect(said).toEqual(['Vendor gets 1 new option: Northwind (1 value).'])
  expect([none.said, none.changes.options]).toEqual([[], undefined])
})

test('without the right to change fields, missing options are reported but not added', () => {
  const { entries, changes, said, proposals } = bring(one('Northwind'), { answers: take, isAllowed: false })

  expect(proposals.map(({ state }) => state)).toEqual(['proposed'])
  expect(entries[0]).toMatchObject({ kind: 'changed', left: [expect.stringContaining('Northwind')] })
  expect(said).toEqual(['Vendor could get 1 new option: Northwind (1 value).'])
  expect(changes).not.toHaveProperty('options')
})

test.each(['acme', ' ACME ', 'Ac me', 'AC  ME', 'Acme.'])('%j is read as the existing option Acme', (cell) => {
  const { changes, proposals } = bring(one(`"${cell}"`), { answers: take })

  expect(proposals).toEqual([])
  expect(changes.itemChanges).toMatchObject([{ fields: { fields: { vendor: 'acme' } } }])
})

test('a misspelt option is asked about, and added or treated as another only on request', () => {
  const fields = [aList('Vendor', 'choice', ['Inhouse', 'Northwind'])]
  const asked = bring(one('Northwnd'), { fields, answers: take })
  const read = bring(one('Northwnd'), { fields, answers: { names: { 'vendor=northwnd': { sameAs: 'northwind' } } } })
  const added = bring(one('Northwnd'), { fields, answers: { names: { 'vendor=northwnd': 'add' } } })

  expect(asked.said).toEqual(['Vendor has no option Northwnd (1 value). Did you mean Northwind?'])
  expect(asked.entries[0]?.left).toEqual([
    'Vendor: “Northwnd” is not one of its options (Inhouse, Northwind). Did you mean Northwind?',
  ])
  expect(asked.changes.options).toBeUndefined()
  expect(read.said).toEqual(['Vendor: Northwnd (1 value) is read as Northwind.'])
  expect(read.changes.itemChanges).toMatchObject([{ fields: { fields: { vendor: 'northwind' } } }])
  expect(read.changes.options).toBeUndefined()
  expect(added.changes.options).toMatchObject([{ name: 'Northwnd' }])
})

test.each([
  ['Northwnd', 'Northwind'],
  ['Nothrwind', 'Northwind'],
  ['North-wind', 'Northwind'],
  ['Comp Actve', 'Comp Active'],
  ['Sol', undefined],
  ['Unit 2', undefined],
  ['Unit 1 B', undefined],
  ['sq020', undefined],
  ['Southwind', 'Northwind'],
  ['Eastwind', undefined],
])('%s could be a misspelling of %s', (text, name) => {
  const options = ['Northwind', 'Comp Active', 'Sola', 'Unit 1', 'Unit 1 A', 'sq010'].map(toOption)

  expect(findMisspelt(options, text)?.name).toBe(name)
})

test('a cell with several options is left out whole if one is missing, and complete once all are added', () => {
  const fields = [weather]
  const text =
    'Collection,Name,Weather\nsq010,sh010,"Rain, heavy, Fog; Night"\nsq010,sh020,"[""Night"", ""Hail""]"\n'.replace(
      '"[""Night"", ""Hail""]"',
      `"['Night', 'Hail']"`,
    )
  const left = bring(text, { fields, values: { weather: ['night'] } })
  const added = bring(text, { fields, answers: take })

  expect(left.changes.itemChanges).toEqual([])
  expect(left.entries[0]?.left).toEqual(['Weather: “Fog” is not one of its options (Rain, heavy, Night).'])
  expect(added.changes.options?.map(({ name }) => name)).toEqual(['Fog', 'Hail'])
  expect(added.changes.itemChanges).toMatchObject([{ fields: { fields: { weather: ['rain_heavy', 'fog', 'night'] } } }])
  expect(added.changes.items).toMatchObject([{ fields: { weather: ['night', 'hail'] } }])
})

test('a list takes a hundred options: beyond that none is added, and every row is still imported', () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, at) => `sq010,sh${at + 100},vendor ${at}\n`).join('')
  const much = bring(`Collection,Name,Vendor\n${rows(99)}`, { answers: take })
  const fits = bring(`Collection,Name,Vendor\n${rows(98)}`, { answers: take })

  expect(much.said).toEqual(['Vendor takes at most 100 options: none of 99 new options is added.'])
  expect(much.changes.options).toBeUndefined()
  expect(much.entries.every(({ kind, left }) => kind === 'new' && left.length === 1)).toBe(true)
  expect(fits.changes.options).toHaveLength(98)
})

test('a name too long for an option is not proposed; formulas and scripts are texts, and read back the same', () => {
  const long = bring(one('x'.repeat(101)), { answers: take })
  const texts = ['=1+1', '<script>alert(1)</script>', '+49']
  const rows = texts.map((text, at) => `sq010,sh${at + 100},${text}\n`).join('')
  const { changes, given, content } = bring(`Collection,Name,Vendor\n${rows}`, { answers: take })
  const fields = [{ ...vendor, options: [...vendor.options, ...(changes.options ?? [])] }]
  const items = changes.items.map((item) =>
    newRow('items', {
      ...item,
      collectionId: content.collections[0]?.id ?? item.collectionId,
      slug: item.title,
      orderRank: '2',
    }),
  )
  const written = [...exportSheet({ ...content, items }, { ...given, fields })].join('')
  const back = bring(written, { fields })

  expect([long.proposals, long.changes.options]).toEqual([[], undefined])
  expect(long.entries[0]?.left).toHaveLength(1)
  expect(changes.options?.map(({ name }) => name)).toEqual(texts)
  expect(written).toContain("'=1+1")
  expect(back.proposals).toEqual([])
})

test('options only in conflicting rows, spreadsheet errors and removed options are not added', () => {
  const text =
    'Collection,Name,Frame in,Vendor\nsq010,sh010,many,Northwind\nsq010,sh020,,#N/A\nsq010,sh030,,(removed)\n'
  const { entries, changes, proposals } = bring(text, { answers: take })

  expect(entries.map(({ kind }) => kind)).toEqual(['conflict', 'new', 'new'])
  expect(proposals.map(({ option }) => option)).toEqual(['Northwind'])
  expect(changes).not.toHaveProperty('options')
})

test('two columns for one list of tasks add its options once', () => {
  const stages = ['Layout', 'Anim'].map((name) =>
    newRow('stages', { id: newId<StageId>(), name, color: '#22c55e', category: 'production', orderIndex: 1 }),
  )
  const taskFields = [{ ...vendor, of: 'task' as const }]
  const text = 'Collection,Name,Layout Vendor,Anim Vendor\nsq010,sh020,Sol,sol\n'
  const more = { stages, taskFields, fields: [], activeStageIds: stages.map(({ id }) => id) }
  const { changes, said } = bring(text, { ...more, answers: take })

  expect(said).toContain('Vendor gets 1 new option: Sol (2 values).')
  expect(changes.options?.map(({ name }) => name)).toEqual(['Sol'])
  expect(changes.tasks.map(({ fields }) => fields)).toEqual([{ vendor: 'sol' }, { vendor: 'sol' }])
})

const stages = [
  newRow('stages', { id: newId<StageId>(), name: 'Anim', color: '#22c55e', category: 'production', orderIndex: 1 }),
]
const ofTasks = { ...aList('Vendor', 'choice', ['Inhouse']), of: 'task' as const, key: 'vendor_2' }
const twins = { stages, taskFields: [ofTasks], activeStageIds: stages.map(({ id }) => id) }

test('if items and tasks have a list of the same name, each gets the options of its own rows', () => {
  const tree = [
    'entity_type,path,folder_type,task_type,Vendor',
    'folder,sq010/sh020,Shot,,Northwind',
    'task,sq010/sh020/anim,,Anim,Sol',
  ].join('\n')
  const added = bring(tree, { ...twins, answers: take })
  const asked = bring(tree, twins)
  const chosen = bring(tree, { ...twins, answers: { names: { 'Vendor of tasks=Sol': 'add' } } })

  expect(added.said).toEqual([
    'Vendor of items gets 1 new option: Northwind (1 value).',
    'Vendor of tasks gets 1 new option: Sol (1 value).',
  ])
  expect(added.changes.options?.map(({ key, name }) => [key, name])).toEqual([
    ['vendor', 'Northwind'],
    ['vendor_2', 'Sol'],
  ])
  expect(added.changes.items).toMatchObject([{ fields: { vendor: 'northwind' } }])
  expect(added.changes.tasks).toMatchObject([{ fields: { vendor_2: 'sol' } }])
  expect(asked.said).toContain('Vendor of tasks could get 1 new option: Sol (1 value).')
  expect(asked.entries[0]?.left).toEqual([
    'Vendor: “Northwind” is not one of its options (Inhouse, Acme).',
    'Vendor: “Sol” is not one of its options (Inhouse).',
  ])
  expect(chosen.changes.options?.map(({ key }) => key)).toEqual(['vendor_2'])
})

test('a list of tasks reports that a column is read as the items’ list, and how to mean the tasks’ list', () => {
  const text = 'Sequence,Entity,Task Type,Vendor\nsq010,sh020,Anim,Sol\n'
  const { said, changes } = bring(text, { ...twins, answers: take })
  const mapped = bring(text, { ...twins, answers: take, mapping: [['field vendor_2', 'Vendor']] })

  expect(said).toEqual([
    'Vendor of items gets 1 new option: Sol (1 value).',
    'Tasks have a field Vendor as well: map “Vendor” to “field vendor_2” to mean that one.',
  ])
  expect(changes.options?.map(({ key }) => key)).toEqual(['vendor'])
  expect(mapped.said).toEqual(['Vendor of tasks gets 1 new option: Sol (1 value).'])
  expect(mapped.changes.options?.map(({ key }) => key)).toEqual(['vendor_2'])
})

test('lists from Kitsu and ShotGrid exports get their missing options', () => {
  const kitsu = readFileSync(new URL('fixtures/kitsu-descriptors.csv', import.meta.url), 'utf8')
  const fields = [aList('Mood', 'choice', ['Blue']), aList('Tags', 'choices', ['rain'])]
  const ofKitsu = bring(kitsu, { fields, answers: take })
  const shotgrid = 'Shot Code,Sequence,sg_vendor,Tags\nsh0010,SQ1,Northwind,"rain, hail"\n'
  const ofShotgrid = bring(shotgrid, { fields: [vendor, ...fields], answers: take })

  expect(ofKitsu.changes.options?.map(({ key, name }) => [key, name])).toEqual(
    expect.arrayContaining([['mood', 'red']]),
  )
  expect(ofKitsu.entries.every(({ kind }) => kind === 'new')).toBe(true)
  expect(ofShotgrid.changes.options?.map(({ key, name }) => [key, name])).toEqual([
    ['vendor', 'Northwind'],
    ['tags', 'hail'],
  ])
})
