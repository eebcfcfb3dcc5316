import { expect, test } from 'vitest'
import fc from 'fast-check'
import {
  newId,
  type CollectionId,
  type FieldId,
  type ItemId,
  type StageId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { fieldKinds, type FieldDefinition, type FieldKind } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newRow } from '#core/schema/tables.ts'
import { planImport } from './import-plan.ts'
import { writeItemsWorkbook } from './items-workbook.ts'
import { describePlan } from './plan-summary.ts'
import { listNewFields, type FieldAnswers } from './propose-fields.ts'
import { readImportFile } from './read-import-file.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'
import { noImportChoices } from './test/no-import-choices.ts'

// A space's own fields, exported as a workbook and read back into a studio that has none.

const stages = ['Layout', 'Animation'].map((name, at) =>
  newRow('stages', { id: newId<StageId>(), name, color: '#123456', category: 'production' as const, orderIndex: at }),
)
const ana = { userId: newId<UserId>(), email: 'ana@x.example', displayName: 'Ana' } as MemberRow
const studio = { stages, statuses: [], members: [ana], activeStageIds: [] }
const empty = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }

type Given = Partial<FieldDefinition> & Pick<FieldDefinition, 'key' | 'name' | 'kind'>
const aField = (given: Given): FieldDefinition => newRow('field_definitions', { id: newId<FieldId>(), ...given })
const weather = [
  { id: 'rain', name: 'Rain, heavy', color: '#22c55e' },
  { id: 'done', name: 'Done', color: '#3b82f6' },
  { id: 'unused', name: '=1+1', color: '#000000' },
]

/** One field of every kind, with what no cell shows. */
const everyKind: readonly FieldDefinition[] = [
  aField({ key: 'brief', name: 'Brief', kind: 'text', description: 'What it is about.\nTwo lines.' }),
  aField({ key: 'note', name: 'Description', kind: 'long_text' }),
  aField({ key: 'cost', name: 'Cost', kind: 'number', unit: '€', decimals: 2, writeFloor: 'lead' }),
  aField({ key: 'hero', name: 'Hero', kind: 'checkbox', readFloor: 'member' }),
  aField({ key: 'client_day', name: 'Client day', kind: 'date' }),
  aField({ key: 'look', name: 'Look', kind: 'choice', options: weather }),
  aField({ key: 'weather', name: 'Weather', kind: 'choices', options: weather }),
  aField({ key: 'page', name: 'Page', kind: 'url' }),
  aField({ key: 'lead', name: 'Lead', kind: 'person' }),
  aField({ key: 'double', name: 'Twice the cost', kind: 'formula', formula: 'cost * 2', unit: '€', decimals: 1 }),
]
const values: Readonly<Record<string, FieldValue>> = {
  brief: '0012',
  note: 'two\nlines',
  cost: 12,
  hero: true,
  client_day: '2026-12-18',
  look: 'done',
  weather: ['done', 'rain'],
  page: 'https://x.example',
  lead: ana.userId,
}
const rigging = aField({ key: 'rig', name: 'Rig', kind: 'choice', of: 'task', options: weather })

function aSpace(fields: FieldValues, ofTask?: FieldValues): SpaceContent {
  const collectionId = newId<CollectionId>()
  const item = { id: newId<ItemId>(), collectionId, title: 'sh010', slug: 'sh010', orderRank: '1', fields }
  const task = { id: newId<TaskId>(), itemId: item.id, stageId: stages[1]?.id, priority: 0, isDisabled: false }
  return {
    ...empty,
    collections: [newRow('collections', { id: collectionId, name: 'sq010', orderRank: '1' })],
    items: [newRow('items', item)],
    tasks: ofTask === undefined ? [] : [{ ...task, fields: ofTask } as Task],
  }
}

async function bring(bytes: Uint8Array, answers: Partial<FieldAnswers> = {}, catalogue: Catalogue = studio) {
  const fieldAnswers: FieldAnswers = { rest: 'take', columns: new Map(), isAllowed: true, ...answers }
  const given = { ...catalogue, stages: stages.map(({ name }) => name), space: 'Shots', fieldAnswers }
  const read = await readImportFile(bytes, { format: 'xlsx', ...noImportChoices, ...given })
  if (!read.ok) throw new Error(read.error.message)
  const newFields = listNewFields(read.value)
  const plan = planImport({ rows: read.value.rows, content: empty, catalogue, newFields, newId })
  const proposals = read.value.proposed.map(({ proposal }) => proposal)
  return { ...plan, proposals, said: describePlan(plan.summary, read.value).slice(1) }
}

const withoutIds = (fields: readonly Partial<FieldDefinition>[]) =>
  fields.map(({ key, name, kind, of, unit, decimals, description, formula, writeFloor, readFloor, options = [] }) => ({
    key,
    name,
    kind,
    of,
    unit,
    decimals,
    description,
    formula,
    writeFloor,
    readFloor,
    options: options.map((option) => [option.name, option.color]),
  }))
const byKey = (fields: readonly Partial<FieldDefinition>[]) =>
  withoutIds(fields).toSorted((one, other) => (one.key ?? '').localeCompare(other.key ?? ''))

test('fields of every kind come back in an empty studio as they were, with their values', async () => {
  const content = aSpace(values, { rig: 'done' })
  const catalogue = { ...studio, fields: everyKind, taskFields: [rigging] }
  const { changes, entries, said } = await bring(await writeItemsWorkbook('Shots', content, catalogue))

  expect(everyKind.map(({ kind }) => kind)).toEqual(fieldKinds)
  expect(byKey(changes.fields ?? [])).toEqual(byKey([...everyKind, rigging]))
  const idOf = (key: string, name: string) =>
    changes.fields?.find((field) => field.key === key)?.options.find((option) => option.name === name)?.id
  const lists = { look: idOf('look', 'Done'), weather: [idOf('weather', 'Done'), idOf('weather', 'Rain, heavy')] }
  expect(changes.items[0]?.fields).toEqual({ ...values, ...lists })
  expect(changes.tasks).toMatchObject([{ stageId: stages[1]?.id, fields: { rig: idOf('rig', 'Done') } }])
  expect(entries.map(({ kind, left }) => [kind, left])).toEqual([['new', []]])
  expect(said).toContain(
    'The studio gets the field Cost (cost), as the file describes it: Number in €, 1 value, such as 12.',
  )
  expect(said.filter((text) => text.includes('not used'))).toEqual([])
})

test('described fields are proposed and none is created unasked', async () => {
  const bytes = await writeItemsWorkbook('Shots', aSpace(values), { ...studio, fields: everyKind })
  const { changes, proposals, said } = await bring(bytes, { rest: 'propose' })
  const forbidden = await bring(bytes, { isAllowed: false })

  expect(proposals.map(({ key, kind, state }) => [key, kind, state])).toEqual(
    everyKind.map(({ key, kind }) => [key, kind, 'proposed']),
  )
  expect([changes, forbidden.changes]).toEqual([
    expect.not.objectContaining({ fields: expect.anything() }),
    expect.not.objectContaining({ fields: expect.anything() }),
  ])
  expect(said).toContain(
    'The studio could get the field "Twice the cost", as the file describes it: Formula in €, cost * 2.',
  )
})

test('fields come back whatever their names, options and texts', async () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((text) => text.replace(/\s+/g, ' ').trim())
  const name = word.filter((text) => text !== '')
  const definition = fc.record({
    name,
    kind: fc.constantFrom<FieldKind>(...fieldKinds.filter((kind) => kind !== 'formula')),
    of: fc.constantFrom('item' as const, 'task' as const),
    unit: fc.constantFrom('', 'm', '€'),
    decimals: fc.option(fc.nat(6), { nil: undefined }),
    description: word,
    options: fc.uniqueArray(name, { minLength: 1, maxLength: 5, selector: (text) => text.toLowerCase() }),
  })
  const underscored = { name: '_0', kind: 'text', of: 'task', unit: '', decimals: undefined, description: '' } as const
  await fc.assert(
    fc.asyncProperty(fc.array(definition, { maxLength: 8 }), async (given) => {
      const fields = given.map(({ options, unit, decimals, ...field }, at) =>
        aField({
          ...field,
          key: `key_${at}`,
          ...(field.kind === 'number' && { unit, decimals }),
          ...((field.kind === 'choice' || field.kind === 'choices') && {
            options: options.map((each, index) => ({ id: `o${index}`, name: each, color: `#00000${index}` })),
          }),
        }),
      )
      const own = Object.groupBy(fields, ({ of }) => (of === 'task' ? 'task' : 'item'))
      const { item = [], task = [] } = own
      // A person whom nobody knows: the column is there, and its field comes all the same.
      const content = aSpace({}, Object.fromEntries(task.map(({ key }) => [key, true])))
      const bytes = await writeItemsWorkbook('Fields', content, { ...studio, fields: item, taskFields: task })

      expect(byKey((await bring(bytes)).changes.fields ?? [])).toEqual(byKey(fields))
    }),
    { numRuns: 60, examples: [[[{ ...underscored, options: ['a'] }]]] },
  )
})
