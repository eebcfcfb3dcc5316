import { expect, test } from 'vitest'
import { newId, type CollectionId, type FieldId, type ItemId, type UserId } from '#core/lib/ids.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newRow } from '#core/schema/tables.ts'
import { parseCsv } from './csv.ts'
import { exportSheet } from './export-sheet.ts'
import { toReverse } from './import-changes.ts'
import { planImport } from './import-plan.ts'
import { readSheet } from './read-sheet.ts'
import { importSheetFile } from './test/import-sheet-file.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

const ana = { userId: newId<UserId>(), email: 'ana@x.example', displayName: 'Ana' } as MemberRow
const options = [
  { id: 'a', name: 'Rain, heavy', color: '#22c55e' },
  { id: 'b', name: 'Night', color: '#3b82f6' },
]
const fields = (
  [
    ['length', 'Frames', 'number'],
    ['weather', 'Weather', 'choices'],
    ['lead', 'Lead', 'person'],
    // Has the name of a built-in column.
    ['note', 'Description', 'long_text'],
    ['hero', 'Hero', 'checkbox'],
  ] as const
).map(([key, name, kind]) => newRow('field_definitions', { id: newId<FieldId>(), key, name, kind, options }))
const catalogue: Catalogue = { stages: [], statuses: [], members: [ana], activeStageIds: [], fields }

function aSpace(values: FieldValues | undefined): SpaceContent {
  const collectionId = newId<CollectionId>()
  const item = { id: newId<ItemId>(), collectionId, title: 'sh010', slug: 'sh010', orderRank: '1', fields: values }
  return {
    collections: [newRow('collections', { id: collectionId, name: 'sq010', orderRank: '1' })],
    items: [newRow('items', item)],
    tasks: [],
    hoursOf: () => undefined,
    isIllustration: false,
  }
}

function read(text: string, isBlankClear = false) {
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const given = { stages: [], statuses: [], fields, members: [ana], mapping: [], isBlankClear }
  const rows = readSheet(sheet.value, given)
  if (!rows.ok) throw new Error(rows.error.message)
  return rows.value
}

const planOf = (text: string, content: SpaceContent, isBlankClear = false) =>
  planImport({ rows: read(text, isBlankClear).rows, content, catalogue, newId })

test('exported fields read back the same', () => {
  const content = aSpace({ length: 48.5, weather: ['b', 'a'], lead: ana.userId, note: 'two\nlines', hero: true })
  const text = [...exportSheet(content, catalogue)].join('')

  expect(text).toContain('field length,Weather,Lead,field note,Hero')
  expect(planOf(text, content).entries.map(({ kind, left, problem }) => [kind, left, problem])).toEqual([
    ['unchanged', [], undefined],
  ])
})

test('a column named like a field sets only that field, and can be undone', () => {
  const content = aSpace({ length: 48, hero: true })
  const { changes, entries } = planOf('Collection,Name,Frames,Weather,Hero\nsq010,sh010,50,Night,\n', content)

  expect(entries[0]?.changes).toEqual([
    { field: 'Frames', from: '48', to: '50' },
    { field: 'Weather', from: '', to: 'Night' },
  ])
  const [change] = changes.itemChanges
  expect(change).toMatchObject({
    expected: { fields: { length: 48, weather: null } },
    fields: { fields: { length: 50, weather: ['b'] } },
  })
  expect(toReverse(changes).itemChanges).toMatchObject([{ fields: { fields: { length: 48, weather: null } } }])
})

test('a new item gets its fields, and blank cells clear if asked to', () => {
  const made = planOf('Collection,Name,Frames,Hero\nsq010,sh020,12,\n', aSpace(undefined))
  const cleared = planOf('Collection,Name,Frames\nsq010,sh010,\n', aSpace({ length: 48 }), true)

  expect(made.changes.items).toMatchObject([{ title: 'sh020', fields: { length: 12 } }])
  expect(cleared.changes.itemChanges).toMatchObject([{ fields: { fields: { length: null } } }])
})

test('cells that do not fit their fields are left as they are with a reason, and the rest of the row is imported', () => {
  const table = 'Collection,Name,Frames,Weather,Lead,Hero\nsq010,sh010,many,Night,Nobody,\nsq010,sh020,12,,,perhaps\n'
  const { entries, changes } = planOf(table, aSpace({ length: 48, lead: ana.userId }))

  expect(entries).toMatchObject([
    { kind: 'changed', left: ['Frames: “many” is not a number.', 'Lead: “Nobody” is not a person of this studio.'] },
    { kind: 'new', left: ['Hero: “perhaps” is not yes or no.'] },
  ])
  expect(changes.itemChanges).toMatchObject([{ fields: { fields: { weather: ['b'] } } }])
  expect(changes.itemChanges[0]?.fields).toEqual({ fields: { weather: ['b'] } })
  expect(changes.items).toMatchObject([{ title: 'sh020', fields: { length: 12 } }])
})

test('people with the same name are exported by e-mail address and read back the same', () => {
  const twin = { userId: newId<UserId>(), email: 'ana.b@x.example', displayName: 'Ana' } as MemberRow
  const people = { ...catalogue, members: [ana, twin] }
  const content = aSpace({ lead: twin.userId })
  const text = [...exportSheet(content, people)].join('')
  const sheet = parseCsv(text)
  const given = { stages: [], statuses: [], fields, members: [ana, twin], mapping: [], isBlankClear: false }
  const rows = sheet.ok ? readSheet(sheet.value, given) : sheet
  const { entries } = planImport({ rows: rows.ok ? rows.value.rows : [], content, catalogue: people, newId })

  expect(text).toContain('ana.b@x.example')
  expect(entries).toMatchObject([{ kind: 'unchanged', changes: [] }])
})

test('a removed option or person stays in the item without refusing the row', () => {
  const content = aSpace({ length: 48, weather: ['b', 'gone'], lead: newId<UserId>() })
  const text = [...exportSheet(content, catalogue)].join('').replace('48', '50')
  const { entries, changes } = planOf(text, content)

  expect(changes.itemChanges).toMatchObject([{ fields: { fields: { length: 50 } } }])
  expect(entries).toMatchObject([
    {
      kind: 'changed',
      left: [
        'Weather: “Night, (removed)” names something removed; the value stays as it is.',
        'Lead: “(removed)” names something removed; the value stays as it is.',
      ],
    },
  ])
})

test('numbers in a column with decimal commas are not read as thousands', () => {
  const rows = (column: readonly string[]) =>
    read(`Collection;Name;Frames\n${column.map((text, at) => `sq010;sh${at};"${text}"`).join('\n')}`).rows
  const valuesOf = (...column: readonly string[]) => rows(column).map(({ item }) => item.fields?.['length'])

  expect(valuesOf('0,5', '1,125', '-12,250')).toEqual([0.5, 1.125, -12.25])
  expect(valuesOf('1,125', '12,250')).toEqual([1125, 12_250])
  expect(valuesOf('1,125', '0.5')).toEqual([1125, 0.5])
})

test('columns of one title become two fields, and a second import finds both', async () => {
  const lines = ['Seq,Shot,Notes,Notes', 'SQ1,10,a,b', 'SQ1,20,,c']
  const fields = ['Notes', 'Notes 2'].map((name) =>
    newRow('field_definitions', {
      id: newId<FieldId>(),
      key: name.toLowerCase().replace(' ', '_'),
      name,
      kind: 'text',
    }),
  )
  const { changes } = await importSheetFile(lines, { fields, studioFields: fields })

  expect(changes.items.map((item) => item.fields)).toEqual([{ notes: 'a', notes_2: 'b' }, { notes_2: 'c' }])
})

test('a column Type with kinds of items says what rows are, whatever field the studio has', async () => {
  const [vfx, sort] = [
    ['VFX', 'Editorial'],
    ['Character', 'Prop'],
  ].map((names, at) => {
    const list = names.map((name) => ({ id: name, name, color: '#22c55e' }))
    return newRow('field_definitions', {
      id: newId<FieldId>(),
      key: `type_${at}`,
      name: 'Type',
      kind: 'choice',
      options: list,
    })
  })
  const withField = (field: (typeof fields)[number] | undefined) => {
    const all = field === undefined ? [] : [field]
    return { fields: all, studioFields: all }
  }
  const tree = ['Name,Path,Type', 'sq010,/shots/sq010,Sequence', 'sh010,/shots/sq010/sh010,Shot']
  const folders = await importSheetFile(tree, withField(vfx))
  const own = await importSheetFile(['Collection,Name,Type', 'c,Crow,Prop'], withField(sort))

  expect(folders).toMatchObject({ items: ['sq010/sh010'], changes: { items: [{ itemType: 'shot' }] } })
  expect(own.changes.items).toMatchObject([{ title: 'Crow', fields: { type_1: 'Prop' } }])
})

test('a link of ShotGrid’s tasks is their item, though the studio has a field called Link', async () => {
  const link = newRow('field_definitions', { id: newId<FieldId>(), key: 'link', name: 'Link', kind: 'text' })
  const given = { fields: [link], studioFields: [link] }
  const { items } = await importSheetFile(
    ['Task Name,Pipeline Step,Link,Sequence,Status', 'Blocking,Animation,sh010,sq010,ip'],
    given,
  )

  expect(items).toEqual(['sq010/sh010'])
})

test('fields named as in German or French sheets are found again, also beside built-in columns', async () => {
  const names = ['Assigné à', 'Échéance', 'Remarque', 'Plan']
  const fields = names.map((name, at) =>
    newRow('field_definitions', { id: newId<FieldId>(), key: `own_${at}`, name, kind: 'text' }),
  )
  const ofTasks = newRow('field_definitions', {
    id: newId<FieldId>(),
    of: 'task',
    key: 'who',
    name: 'Artiste',
    kind: 'text',
  })
  const given = { fields, studioFields: [...fields, ofTasks], taskFields: [ofTasks] }
  const { changes } = await importSheetFile(
    ['Collection,Name,Assigné à,Échéance,Remarque,Plan,Animation Artiste', 'SQ1,10,Ana,soon,b,c,Bo'],
    given,
  )

  expect(changes.items).toMatchObject([
    { title: '10', fields: { own_0: 'Ana', own_1: 'soon', own_2: 'b', own_3: 'c' } },
  ])
  expect(changes.tasks.map((task) => task.fields)).toContainEqual({ who: 'Bo' })
})

test('in a French list of tasks, a due date is the task’s, whatever field the studio has', async () => {
  const due = newRow('field_definitions', { id: newId<FieldId>(), key: 'due_2', name: 'Échéance', kind: 'text' })
  const { tasks } = await importSheetFile(['Séquence,Plan,Tâche,Échéance', 'SQ1,10,Animation,2026-12-18'], {
    fields: [due],
    studioFields: [due],
  })

  expect(tasks).toEqual(['SQ1/10 Animation TO DO 2026-12-18'])
})

test('an end is no frame if the start beside it is a field of the studio', async () => {
  const start = newRow('field_definitions', { id: newId<FieldId>(), key: 'start', name: 'Start', kind: 'number' })
  const { problems, items } = await importSheetFile(['Sequence,Shot,Start,End', 'SQ1,10,1001,1086'], {
    fields: [start],
    studioFields: [start],
  })

  expect([items, problems]).toEqual([['SQ1/10'], []])
})
