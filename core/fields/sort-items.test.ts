import { expect, test } from 'vitest'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import { toId, type CollectionId, type ItemId } from '#core/lib/ids.ts'
import { makeItemOrder, type SortReader } from './sort-items.ts'

const options = ['hard', 'easy', 'fair'].map((id) => ({ id, name: id, color: '#22c55e' }))
const names: Readonly<Record<string, string>> = { u1: 'Zoe', u2: 'Ana' }
const language: SortReader['language'] = {
  read: ({ title }) => ok(title === 'c' ? null : title.length + title.charCodeAt(0)),
}

function sort(kind: FieldDefinition['kind'], values: readonly (FieldValue | undefined)[], isDown = false): string {
  const field = newRow('field_definitions', { id: newId<FieldId>(), key: 'any', name: 'Any', kind, options })
  const items = values.map((value, at) =>
    newRow('items', {
      id: newId<ItemId>(),
      collectionId: toId<CollectionId>('c'),
      title: 'abcde'[at] ?? '',
      slug: '',
      orderRank: String(at),
      ...(value !== undefined && { fields: { any: value } }),
    }),
  )
  const read = { language, nameOf: (id: string) => names[id] ?? '' }
  return makeItemOrder(
    field,
    isDown,
    read,
  )(items)
    .map(({ title }) => title)
    .join('')
}

test.each<[FieldDefinition['kind'], (FieldValue | undefined)[], readonly [string, string]]>([
  ['number', [3, undefined, 1, 12], ['cadb', 'dacb']],
  ['text', ['sh20', 'Sh3', undefined, 'sh100'], ['badc', 'dabc']],
  ['date', ['2026-12-24', '2025-01-01', undefined], ['bac', 'abc']],
  ['choice', ['easy', 'hard', undefined, 'fair'], ['badc', 'dabc']],
  ['choices', [['fair', 'easy'], ['hard'], undefined], ['bac', 'abc']],
  ['person', ['u1', 'u2'], ['ba', 'ab']],
  ['checkbox', [undefined, true, undefined], ['bac', 'bac']],
  ['formula', [1, 1, 1, 1], ['abdc', 'dbac']],
])('items sort by a %s, with empty ones last', (kind, values, orders) => {
  expect([sort(kind, values), sort(kind, values, true)]).toEqual(orders)
})

test('items with equal values keep their order', () => {
  expect([sort('number', [1, 1, 1]), sort('number', [1, 1, 1], true)]).toEqual(['abc', 'abc'])
})
