import { expect, test } from 'vitest'
import { newId, type FieldId } from '#core/lib/ids.ts'
import type { TotalKind } from '#core/items/view-form.ts'
import type { FieldKind } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { addValue, describeTotal, listTotalKinds, type MutableFieldAmount } from './field-totals.ts'

function total(kind: FieldKind, values: readonly unknown[], chosen?: TotalKind): string | undefined {
  const field = newRow('field_definitions', { id: newId<FieldId>(), key: 'any', name: 'Any', kind })
  const amounts = new Map<string, MutableFieldAmount>()
  for (const value of values) addValue(field.id, value, [amounts])
  const kinds = new Map<string, TotalKind>(chosen === undefined ? [] : [[field.id, chosen]])
  return describeTotal({ id: field.id, field }, amounts.get(field.id), kinds)?.text
}

test.each<[TotalKind, string]>([
  ['sum', '12.3'],
  ['mean', '6.2'],
  ['min', '0.1'],
  ['max', '12.2'],
  ['count', '2'],
  ['share', '67 %'],
])('number fields have a %s', (kind, text) => {
  expect(total('number', [0.1, 12.2, undefined], kind)).toBe(text)
})

test('by default numbers have a sum, checkboxes a share, and texts no total', () => {
  expect(total('number', [1, 2])).toBe('3')
  expect(total('checkbox', [true, false, undefined, true])).toBe('50 %')
  expect(total('text', ['a'])).toBeUndefined()
  expect(total('text', ['a', '', undefined], 'count')).toBe('1')
})

test('without values there is no total, and without numbers no sum', () => {
  expect(total('number', [])).toBeUndefined()
  expect(total('number', [undefined])).toBeUndefined()
  expect(listTotalKinds({ kind: 'person' })).toEqual(['count', 'share'])
})
