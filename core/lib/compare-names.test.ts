import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'

const language = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

test('orders any two names the way the locale does', () => {
  const part = fc.constantFrom(
    'SQ',
    'sq',
    'Sequence ',
    '_',
    '-',
    ' ',
    '0',
    '1',
    '007',
    '10',
    '99',
    'a',
    'B',
    'é',
    '٣',
    '²',
    '.',
  )
  const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, name, (first, second) => {
      expect(Math.sign(compareNames(first, second))).toBe(Math.sign(language.compare(first, second)))
    }),
    { numRuns: 1000 },
  )
})

test('orders numbers by value and letters regardless of case', () => {
  const names = ['sq10', 'SQ2', 'alpha', 'Beta', 'sq010b', 'sq9']

  expect(names.toSorted(compareNames)).toEqual(['alpha', 'Beta', 'SQ2', 'sq9', 'sq10', 'sq010b'])
})
