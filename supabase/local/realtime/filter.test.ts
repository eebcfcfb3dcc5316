import { expect, test } from 'vitest'
import type { Binding } from './filter.ts'
import { matchesBinding, parseBinding } from './filter.ts'

const row = { name: 'a, "b"', count: 9, done: false, at: '2026-11-21T09:00:00+00:00', none: null }
const change = { type: 'UPDATE', schema: 'public', table: 'items', row }

function bind(filter: string, more: object = {}): Binding {
  const binding = parseBinding({ event: '*', schema: 'public', table: 'items', filter, ...more }, 1)
  if (typeof binding === 'string') throw new Error(binding)
  return binding
}

test.each([
  ['count=eq.9', true],
  ['count=neq.9', false],
  ['count=gt.10', false],
  ['count=lt.10', true],
  ['count=in.(1,9)', true],
  ['done=eq.false', true],
  ['name=eq."a, \\"b\\""', true],
  ['name=in.(x,"a, \\"b\\"")', true],
  ['at=gte.2026-11-21T10:00:00+01:00', true],
  ['at=lt.2026-11-21 09:00:00Z', false],
  ['none=eq.null', false],
  ['none=neq.x', false],
  ['absent=eq.1', false],
  ['count=gt.1,done=eq.true', false],
  ['', true],
])('%s finds the row: %s', (filter, isFound) => {
  expect(matchesBinding(bind(filter), change)).toBe(isFound)
})

test('compares operation, schema and table', () => {
  expect(matchesBinding(bind('', { event: 'UPDATE' }), change)).toBe(true)
  expect(matchesBinding(bind('', { event: 'INSERT' }), change)).toBe(false)
  expect(matchesBinding(bind('', { schema: '*', table: '*' }), change)).toBe(true)
  expect(matchesBinding(bind('', { table: 'tasks' }), change)).toBe(false)
})

test.each([
  ['a string'],
  [{ event: 'TRUNCATE' }],
  [{ event: '*', filter: 'count=near.9' }],
  [{ event: '*', filter: 'count' }],
])('says what is wrong with %o', (value) => {
  expect(parseBinding(value, 1)).toEqual(expect.any(String))
})
