import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newId, type FieldId, type SpaceId, type UserId } from '#core/lib/ids.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newRow } from '#core/schema/tables.ts'
import { parseCsv } from './csv.ts'
import { guessField } from './guess-field.ts'
import { planImport } from './import-plan.ts'
import { toReverse } from './import-changes.ts'
import { describePlan } from './plan-summary.ts'
import { listNewFields, type FieldAnswers } from './propose-fields.ts'
import { readSheet } from './read-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

const members = ['Mei Tanaka', 'Jonas Weber'].map((displayName) => {
  return { userId: newId<UserId>(), displayName, email: `${displayName.slice(0, 3)}@x.example` } as MemberRow
})
const catalogue: Catalogue = { stages: [], statuses: [], members, activeStageIds: [] }
const empty: SpaceContent = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
const kitsu = readFileSync(new URL('fixtures/kitsu-descriptors.csv', import.meta.url), 'utf8')

function bring(text: string, answers: Partial<FieldAnswers> = {}, given = catalogue) {
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const fieldAnswers: FieldAnswers = { rest: 'propose', columns: new Map(), isAllowed: true, ...answers }
  const { fields, studioFields } = given
  const stages = given.stages.map(({ name }) => name)
  const options = { stages, statuses: [], members, mapping: [], isBlankClear: false }
  const read = readSheet(sheet.value, { ...options, fields, studioFields, fieldAnswers })
  if (!read.ok) throw new Error(read.error.message)
  const file = { ...read.value, people: [] }
  const newFields = listNewFields(file)
  const plan = planImport({ rows: file.rows, content: empty, catalogue: given, newFields, newId })
  const proposals = file.proposed.map(({ proposal }) => proposal)
  return { ...plan, proposals, said: describePlan(plan.summary, file).slice(1) }
}

test.each([
  [['https://a.example', 'http://b.example/c'], 'url', ''],
  [['2026-12-18', '18.12.2026', '2026/12/18', '2026-12-18T00:00:00Z'], 'date', ''],
  [['12/08/2026', '2026-12-18'], 'text', ''],
  [['yes', 'no', 'yes'], 'checkbox', ''],
  [['x'], 'checkbox', ''],
  [['checked', 'checked'], 'checkbox', ''],
  [['Ja', 'Nein', 'ja'], 'checkbox', ''],
  [['VRAI', 'FAUX'], 'checkbox', ''],
  [['0', '1', '1'], 'number', ''],
  [['1', '-2.5', '1,200', '3,5'], 'number', ''],
  [['50 %', '7%'], 'number', '%'],
  [['12 m', '4 m'], 'number', 'm'],
  [['4K', '2K'], 'text', ''],
  [['12 m', '4 h'], 'text', ''],
  [['007', '008'], 'text', ''],
  [['12345678901234567', '1'], 'text', ''],
  [['blue', 'red', 'Blue', 'red'], 'choice', ''],
  [['blue', 'red', 'green'], 'text', ''],
  [['rain, night', 'night', 'rain; fog', 'fog'], 'choices', ''],
  [['one', 'two\nlines'], 'long_text', ''],
  [['x'.repeat(251)], 'long_text', ''],
  [['Mei Tanaka', 'jon@x.example'], 'person', ''],
  [['Mei Tanaka', 'Ada'], 'text', ''],
])('%j are guessed as kind %s', (texts, kind, unit) => {
  expect(guessField(texts, members)).toEqual({ kind, unit })
})

test('columns that match no field are proposed with kind, number and examples, and none is created', () => {
  const { proposals, changes, said } = bring(kitsu)

  expect(proposals.map(({ column, key, kind, unit, values }) => [column, key, kind, unit, values])).toEqual([
    ['Mood', 'mood', 'choice', '', 4],
    ['Camera Notes', 'camera_notes', 'long_text', '', 3],
    ['Cost', 'cost', 'number', '', 3],
    ['Client Day', 'client_day', 'date', '', 3],
    ['Hero', 'hero', 'checkbox', '', 3],
    ['Brief', 'brief', 'url', '', 2],
    ['Tags', 'tags', 'choices', '', 3],
    ['Lens', 'lens', 'number', 'mm', 4],
    ['Supervisor', 'supervisor', 'person', '', 3],
    ['Bid', 'bid', 'number', 'days', 1],
  ])
  expect(changes).not.toHaveProperty('fields')
  expect(said).toContain('Column "Mood" (4 rows) is not used: No field has this name; map it if one fits.')
  expect(said).toContain('Column "Mood" could become a field: One of a list, 4 values: blue, red.')
  expect(said).toContain('Column "Cost" could become a field: Number, 3 values, such as 12.5, 7, 0.')
  expect(said).toContain('Column "Empty" is not used: No field has this name; map it if one fits.')
})

test('accepted fields are created first and get their values; refused ones are reported with a count', () => {
  const columns = new Map([
    ['cost', 'text'],
    ['hero', 'no'],
  ] as const)
  const { changes, said, entries } = bring(kitsu, { rest: 'take', columns })
  const keys = ['mood', 'camera_notes', 'cost', 'client_day', 'brief', 'tags', 'lens', 'supervisor', 'bid']

  expect(changes.fields?.map(({ key }) => key)).toEqual(keys)
  expect(changes.fields?.[0]).toMatchObject({
    name: 'Mood',
    kind: 'choice',
    options: [{ name: 'blue' }, { name: 'red' }],
  })
  expect(changes.items[0]?.fields).toEqual({
    mood: 'blue',
    camera_notes: 'Slow push',
    cost: '12.5',
    client_day: '2026-11-02',
    brief: 'https://wiki.example/sh0010',
    tags: ['rain', 'night'],
    lens: 50,
    supervisor: members[0]?.userId,
    bid: 2,
  })
  expect(entries.flatMap(({ left }) => left)).toEqual([])
  expect(said).toContain('Column "Hero" (3 rows) is not used: No field has this name; map it if one fits.')
  expect(said).toContain('Column "Cost" becomes the new field Cost (cost): Text, 3 values, such as 12.5, 7, 0.')
  expect(toReverse(changes).deletions?.fields).toEqual(changes.fields?.map(({ id }) => id))
})

test('a value that does not fit the chosen kind is left out and reported, without refusing the row', () => {
  const { entries, changes, said } = bring('Collection,Name,Mood\na,1,blue\na,2,7\n', {
    columns: new Map([['mood', 'number']]),
  })

  expect(entries.map(({ kind, left }) => [kind, left])).toEqual([
    ['new', ['Mood: “blue” is not a number.']],
    ['new', []],
  ])
  expect(changes.items.map(({ fields }) => fields)).toEqual([undefined, { mood: 7 }])
  expect(said.at(-1)).toContain('1 of them does not fit and is left out.')
})

test('without the right to create fields, fields are proposed but none is created', () => {
  const { proposals, changes } = bring(kitsu, { rest: 'take', isAllowed: false })

  expect(new Set(proposals.map(({ state }) => state))).toEqual(new Set(['proposed']))
  expect(changes).not.toHaveProperty('fields')
})

test('fields match columns by name, key, ShotGrid’s and AYON’s titles; other spaces’ fields are reported', () => {
  const aField = (key: string, name: string, more: object = {}) =>
    newRow('field_definitions', { id: newId<FieldId>(), key, name, kind: 'text', ...more })
  const fields = [
    aField('lens', 'Focal length'),
    aField('x', 'Camera rig'),
    aField('days', 'Days', { kind: 'formula' }),
  ]
  const studioFields = [...fields, aField('mood', 'Mood', { placeIds: [newId<SpaceId>()] })]
  const text = 'Collection,Name,Lens,sg_camera_rig,Days,Mood,sg_turnover_no\na,1,50,dolly,3,blue,T7\n'
  const { changes, said, proposals } = bring(text, {}, { ...catalogue, fields, studioFields })

  expect(changes.items[0]?.fields).toEqual({ lens: '50', x: 'dolly' })
  expect(proposals).toMatchObject([{ name: 'Turnover no', key: 'turnover_no' }])
  expect(said.slice(0, 2)).toEqual([
    'Column "Days" is not used: It is calculated from other fields.',
    'Column "Mood" is not used: The field Mood is for other projects or spaces: add this one to it.',
  ])
})

test('three hundred columns, two with the same title, become three hundred fields with unique keys', () => {
  const titles = [...Array.from({ length: 299 }, (_, at) => `Note ${at}`), 'Note 7']
  const text = `Collection,Name,${titles.join(',')}\na,1,${titles.map((_, at) => `word ${at}`).join(',')}\n`
  const { changes } = bring(text, { rest: 'take' })

  expect(new Set(changes.fields?.map(({ key }) => key)).size).toBe(300)
  expect(changes.fields?.at(-1)?.name).toBe('Note 7 2')
  expect(Object.keys(changes.items[0]?.fields ?? {})).toHaveLength(300)
})

test('task values of other tools can become fields of items, and so can a column that another overrides', () => {
  const { proposals, said } = bring(
    'Sequence,Name,Difficulty,Priority,Due date,Duration,Bid,Link,Shot\n' +
      'sq1,sh1,3,2,2026-12-24,12 s,4,https://x.example/1,sh1\nsq1,sh2,1,1,2026-12-31,8 s,2,https://x.example/2,sh2\n',
  )

  expect(proposals.map(({ column, kind, unit }) => [column, kind, unit])).toEqual([
    ['Difficulty', 'number', ''],
    ['Priority', 'number', ''],
    ['Due date', 'date', ''],
    ['Duration', 'number', 's'],
    ['Bid', 'number', ''],
    ['Link', 'url', ''],
  ])
  expect(said).toContain('Column "Link" (2 rows) is not used: Its cells are web addresses, not names.')
  expect(said).toContain('Column "Shot" is not used: "Name" means the same and was used.')
})

test('a column with more than a hundred distinct values cannot become a list', () => {
  const rows = (count: number): string => Array.from({ length: count }, (_, at) => `a,sh${at},mood ${at}\n`).join('')
  const kindsOf = (count: number) => bring(`Collection,Name,Mood\n${rows(count)}`).proposals[0]?.kinds

  expect(kindsOf(100)).toContain('choice')
  expect(kindsOf(101)).not.toContain('choice')
})

test('a column that became a field means that field afterwards, even if it could be a stage’s', () => {
  const vendor = newRow('field_definitions', {
    id: newId<FieldId>(),
    key: 'notes',
    name: 'Layout Comment',
    kind: 'text',
  })
  const stages: Catalogue['stages'] = [
    { id: newId(), name: 'Layout', color: '', category: 'production', icon: undefined, orderIndex: 0 },
  ]
  const given = { ...catalogue, stages, fields: [vendor], studioFields: [vendor] }
  const text = 'Collection,Name,Layout Comment\nsq,sh010,soft\n'
  const { proposals, changes } = bring(text, { rest: 'take' }, given)

  expect(proposals).toEqual([])
  expect(changes.items.map(({ fields }) => fields)).toEqual([{ notes: 'soft' }])
})
