import { expect, test } from 'vitest'
import { newId, type CollectionId, type ItemId, type ItemKindId, type StageId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { parseCsv } from './csv.ts'
import { exportSheet } from './export-sheet.ts'
import { planImport } from './import-plan.ts'
import { readSheet } from './read-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

const stages = ['Modeling', 'Animation'].map((name) =>
  newRow('stages', { id: newId<StageId>(), name, color: '#123456', category: 'production' as const, orderIndex: 1 }),
)
const [modeling, animation] = stages.map(({ id }) => id)
const kinds = [
  newRow('item_kinds', { id: newId<ItemKindId>(), key: 'prop', name: 'Prop', stageIds: modeling ? [modeling] : [] }),
  newRow('item_kinds', { id: newId<ItemKindId>(), key: 'shot', name: 'Shot', itemType: 'shot' }),
]
const [prop, shot] = kinds
const catalogue: Catalogue = { stages, statuses: [], members: [], activeStageIds: stages.map(({ id }) => id), kinds }

const empty: SpaceContent = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }

function plan(text: string, content = empty, given = catalogue) {
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const options = { stages: ['Modeling', 'Animation'], statuses: [], mapping: [] }
  const read = readSheet(sheet.value, { ...options, isBlankClear: false })
  if (!read.ok) throw new Error(read.error.message)
  return planImport({ rows: read.value.rows, content, catalogue: given, newId })
}

test('a new item gets the stages of its kind, whatever program the sheet is from', () => {
  for (const text of ['Collection,Name,Item Kind\nlib,lamp,prop', 'Asset Type,Asset Name\nProps,lamp']) {
    const { changes } = plan(text)

    expect(changes.items).toMatchObject([{ title: 'lamp', kindId: prop?.id, itemType: 'asset' }])
    expect(changes.tasks.map(({ stageId }) => stageId)).toEqual([modeling])
  }
})

test('a column titled Kind holds the kind of item', () => {
  for (const title of ['Kind', 'kind', 'Kind of item'])
    expect(plan(`Collection,Name,${title}\nlib,lamp,Prop`).changes.items).toMatchObject([{ kindId: prop?.id }])
})

test('without a kind in the file an item gets the space’s, unless it is of another type', () => {
  const given = { ...catalogue, newKind: prop }

  expect(plan('Collection,Name\nlib,lamp', empty, given).changes.items).toMatchObject([{ kindId: prop?.id }])
  const other = plan('Collection,Name,Item type\nlib,sh010,shot', empty, given).changes
  expect(other.items[0]).not.toHaveProperty('kindId')
  expect(other.tasks.map(({ stageId }) => stageId)).toEqual([modeling, animation])
})

test('an unknown kind is reported, and an existing item changes to the kind in the file', () => {
  const collectionId = newId<CollectionId>()
  const lamp = { id: newId<ItemId>(), collectionId, title: 'lamp', slug: 'lamp', orderRank: '1' }
  const content: SpaceContent = {
    ...empty,
    collections: [newRow('collections', { id: collectionId, name: 'lib', orderRank: '1' })],
    items: [newRow('items', { ...lamp, kindId: shot?.id })],
  }

  const { changes } = plan('Collection,Name,Item kind\nlib,lamp,Prop', content)
  expect(changes.itemChanges).toMatchObject([{ expected: { kindId: shot?.id }, fields: { kindId: prop?.id } }])
  expect(plan('Collection,Name,Item kind\nlib,bolt,Robot').entries[0]?.left).toEqual([
    'There is no kind of item "Robot".',
  ])
  const exported = [...exportSheet(content, catalogue)].join('')
  expect(exported.split('\n')[0]).toContain('item kind')
  expect(plan(exported, content).entries.map(({ kind }) => kind)).toEqual(['unchanged'])
})
