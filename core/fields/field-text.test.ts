import { describe, expect, test } from 'vitest'
import { newId, type FieldId, type UserId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { overlayFields } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import { formatField, parseFieldText, toFieldText } from './field-text.ts'

const ana = { userId: newId<UserId>(), displayName: 'Ana Lima', email: 'ana@example.com' }
const options = [
  { id: 'easy', name: 'Easy', color: '#22c55e' },
  { id: 'hard', name: 'Hard, very', color: '#ef4444' },
  { id: 'night', name: 'Night', color: '#3b82f6' },
]

function aField(kind: FieldDefinition['kind']): FieldDefinition {
  return newRow('field_definitions', { id: newId<FieldId>(), key: 'any', name: 'Any', kind, options, unit: 'm' })
}

function parse(kind: FieldDefinition['kind'], text: string): unknown {
  const result = parseFieldText(aField(kind), text, [ana])
  return result.ok ? result.value : result.error.message
}

describe('a typed or pasted text', () => {
  test.each([
    ['text', '  Dolly ', 'Dolly'],
    ['text', '   ', null],
    ['text', '=1+1', '=1+1'],
    ['long_text', 'one\r\ntwo', 'one\ntwo'],
    ['number', '1,200', 1200],
    ['number', '1,200.5 m', 1200.5],
    ['number', '12,5', 12.5],
    ['number', '0,125', 0.125],
    ['number', '1234,567', 1234.567],
    ['number', '-1,234,567', -1_234_567],
    ['number', '-.5', -0.5],
    ['number', '1 200', 1200],
    ['checkbox', 'YES', true],
    ['checkbox', '0', false],
    ['date', '24.12.2026', '2026-12-24'],
    ['choice', 'easy', 'easy'],
    ['choice', 'HARD, VERY', 'hard'],
    ['choices', 'Night, easy, night', ['night', 'easy']],
    ['choices', 'Hard, very', ['hard']],
    ['person', 'ana lima', ana.userId],
    ['person', 'Aná Líma', ana.userId],
    ['person', 'Ana@example.com', ana.userId],
    ['url', 'https://example.com/a', 'https://example.com/a'],
  ] as const)('is read as a %s: %s', (kind, text, value) => {
    expect(parse(kind, text)).toEqual(value)
  })

  test.each([
    ['number', 'many', 'Any: “many” is not a number.'],
    ['number', '1.2.3', 'Any: “1.2.3” is not a number.'],
    ['checkbox', 'perhaps', 'Any: “perhaps” is not yes or no.'],
    ['date', '12/24/2026', 'Any: “12/24/2026” is not a day such as 2026-12-24.'],
    ['choice', 'Dolly', 'Any: “Dolly” is not one of its options (Easy, Hard, very, Night).'],
    ['choices', 'Easy, Dolly', 'Any: “Easy, Dolly” is not made of its options (Easy, Hard, very, Night).'],
    ['person', 'Ben', 'Any: “Ben” is not a person of this studio.'],
    ['url', 'javascript:alert(1)', 'Any takes an address that begins with https://'],
  ] as const)('is refused for a %s with the reason: %s', (kind, text, reason) => {
    expect(parse(kind, text)).toBe(reason)
  })
})

test.each([
  ['number', 1200.25],
  ['checkbox', false],
  ['date', '2026-12-24'],
  ['choice', 'hard'],
  ['choices', ['night', 'easy']],
  ['person', ana.userId],
  ['long_text', 'one\ntwo'],
] as const)('the written text of a %s reads back the same', (kind, value) => {
  expect(parse(kind, toFieldText(aField(kind), value, [ana]))).toEqual(value)
})

test('a number is shown with its unit and digits', () => {
  for (const value of [1, -1, 999, 1000, -1000, 24_001, 123_456_789, -9_007_199_254_740_991, 0, -0, 0.5, 1234.5])
    for (const decimals of [undefined, 0, 2]) {
      const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 6, ...digits }).format(value)
      expect(formatField({ ...aField('number'), unit: '', decimals }, value, [])).toBe(plain)
    }
  expect(formatField({ ...aField('number'), decimals: 1 }, 1200, [])).toBe('1,200.0 m')
})

test('changes to different keys are merged, and null clears a value', () => {
  const row = overlayFields(overlayFields({ id: 'a', fields: { x: 1, y: 2 } }, { fields: { z: 3 } }), {
    fields: { x: null },
  })

  expect(row).toEqual({ id: 'a', fields: { y: 2, z: 3 } })
  expect(overlayFields(row, { fields: { y: null, z: null } })).toEqual({ id: 'a', fields: undefined })
})

test('people with the same name are told apart by address, and current members come before former ones', () => {
  const twin = { userId: newId<UserId>(), displayName: 'ana lima', email: 'lima@example.com' }
  const gone = { userId: newId<UserId>(), displayName: 'Ben', email: 'ben@old.example', archivedAt: 1 }
  const ben = { userId: newId<UserId>(), displayName: 'Ben', email: 'ben@example.com' }
  const people = [ana, twin, gone, ben]
  const field = aField('person')
  const read = (text: string) => {
    const result = parseFieldText(field, text, people)
    return result.ok ? result.value : result.error.message
  }

  expect(toFieldText(field, twin.userId, people)).toBe('lima@example.com')
  expect(formatField(field, twin.userId, people)).toBe('ana lima')
  expect([read('lima@example.com'), read(ana.userId), read('ben')]).toEqual([twin.userId, ana.userId, ben.userId])
  expect(read('Ana Lima')).toBe(
    'Any: “Ana Lima” is not a single person: several have this name, write an e-mail address.',
  )
})

test('characters are counted as in the database: an emoji is one', () => {
  expect(parse('text', '🎬'.repeat(1000))).toBe('🎬'.repeat(1000))
  expect(parse('text', '🎬'.repeat(1001))).toBe('Any takes one line of at most 1,000 characters')
})
