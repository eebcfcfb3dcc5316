import { expect, test } from 'vitest'
import { newId, type CollectionId, type FieldId, type ItemId } from '#core/lib/ids.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { newRow } from '#core/schema/tables.ts'
import { parseCsv } from './csv.ts'
import { exportSheet } from './export-sheet.ts'
import { planImport } from './import-plan.ts'
import { listNewFields } from './propose-fields.ts'
import { readSheet } from './read-sheet.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

// Exports from one studio, imported into an empty one.

const nobody: Catalogue = { stages: [], statuses: [], members: [], activeStageIds: [] }

function aSpace(values: Partial<ItemRow>): SpaceContent {
  const collectionId = newId<CollectionId>()
  const item = { id: newId<ItemId>(), collectionId, title: 'sh010', slug: 'sh010', orderRank: '1', ...values }
  return {
    collections: [newRow('collections', { id: collectionId, name: 'sq010', orderRank: '1' })],
    items: [newRow('items', item)],
    tasks: [],
    hoursOf: () => undefined,
    isIllustration: false,
  }
}

/** Imports a sheet into an empty studio, accepting every field. */
function bring(text: string, content?: SpaceContent) {
  const sheet = parseCsv(text)
  if (!sheet.ok) throw new Error(sheet.error.message)
  const fieldAnswers = { rest: 'take', columns: new Map(), isAllowed: true } as const
  const given = { stages: [], statuses: [], fields: [], members: [], mapping: [], isBlankClear: false, fieldAnswers }
  const read = readSheet(sheet.value, given)
  if (!read.ok) throw new Error(read.error.message)
  const fields = listNewFields(read.value)
  const empty = { ...aSpace({}), collections: [], items: [] }
  const plan = planImport({ rows: read.value.rows, content: content ?? empty, catalogue: { ...nobody, fields }, newId })
  return { ...plan, fields, left: read.value.left }
}

test.each([
  ['my_number', 'My number', ['number', 12.5]],
  ['animation_due', 'Animation due', ['text', 'after the trailer']],
  ['status', 'Status', ['text', 'hold']],
  ['frames', 'Frames', ['text', 'none yet']],
  ['episode', 'Episode', ['text', 'pilot']],
  ['vendor', 'Vendor', ['text', '=SUM(A1)']],
  ['sg_lens', 'Lens', ['text', '0035']],
] as const)('the field %s, named %s, survives export and import with its value', (key, name, [kind, value]) => {
  const field = newRow('field_definitions', { id: newId<FieldId>(), key, name, kind })
  const text = [...exportSheet(aSpace({ fields: { [key]: value } }), { ...nobody, fields: [field] })].join('')
  const { changes, fields, left } = bring(text)

  expect(left).toEqual([])
  expect(fields).toMatchObject([{ name, kind }])
  expect(Object.values(changes.items[0]?.fields ?? {})).toEqual([value])
  // A `field <key>` title restores the key.
  if (text.includes(`field ${key}`)) expect(fields[0]?.key).toBe(key)
})

test('a description of the maximum length survives export and import, counted in characters', () => {
  const description = 'ä🦊,"x"\n'.repeat(571)
  const text = [...exportSheet(aSpace({ description }), nobody)].join('')

  expect(description.length).toBeGreaterThan(4000)
  expect(bring(text).changes.items).toMatchObject([{ description }])
  expect(bring(`Collection,Name,Description\nsq010,sh010,${'🦊'.repeat(4001)}\n`).entries).toMatchObject([
    { kind: 'conflict', problem: 'Description: A description has at most 4000 characters.' },
  ])
})

test('different line endings in a description are not a change', () => {
  const content = aSpace({ description: 'one\ntwo' })
  const text = [...exportSheet(content, nobody)].join('')

  expect(bring(text.replace('one\ntwo', 'one\r\ntwo'), content).entries).toMatchObject([{ kind: 'unchanged' }])
  expect(bring(text, aSpace({ description: 'one\r\ntwo' })).entries).toMatchObject([{ kind: 'unchanged' }])
  expect(bring(text.replace('one\ntwo', 'one\r\ntwo')).changes.items).toMatchObject([{ description: 'one\ntwo' }])
})
