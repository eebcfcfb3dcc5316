import { expect, test } from 'vitest'
import { toId, type ItemId } from '#core/lib/ids.ts'
import type { FieldChanges } from '#core/schema/field-values.ts'
import { setFields } from './mutators.ts'

const item = toId<ItemId>('10000000-0000-4000-8000-000000000001')
const said = (...values: readonly FieldChanges[]): string =>
  setFields.label({ of: 'item', changes: values.map((each) => ({ id: item, values: each })) })

test('a field change’s label quotes what was typed, cutting off long texts', () => {
  expect(said({ difficulty: '35 or so' })).toBe('Set difficulty to “35 or so”')
  expect(said({ cast: ['Ana', 'Tree'] })).toBe('Set cast to “Ana, Tree”')
  expect(said({ difficulty: null })).toBe('Clear difficulty')
  expect(said({ supervisor: item })).toBe('Set supervisor')
  expect(said({ notes: 'a'.repeat(200) })).toBe(`Set notes to “${'a'.repeat(80)}…”`)
})

test('a field change’s label counts several values', () => {
  expect(said({ difficulty: 3, notes: 'hard' }, { difficulty: 4 })).toBe('Change 3 fields')
})
