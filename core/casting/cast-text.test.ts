import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCastText, writeCastText } from './cast-text.ts'

test.each([
  [
    'Ana:2, Tree:14',
    [
      { name: 'Ana', count: 2 },
      { name: 'Tree', count: 14 },
    ],
  ],
  ['Ana', [{ name: 'Ana', count: 1 }]],
  [
    '2x Ana; Old oak x3\nBoat (4)',
    [
      { name: 'Ana', count: 2 },
      { name: 'Old oak', count: 3 },
      { name: 'Boat', count: 4 },
    ],
  ],
  ['ana, Ana:2', [{ name: 'ana', count: 3 }]],
  ['Ana:0', [{ name: 'Ana', count: 0 }]],
  [
    'R2D2, K9',
    [
      { name: 'R2D2', count: 1 },
      { name: 'K9', count: 1 },
    ],
  ],
  [' , ;\n', []],
])('reads %j', (text, words) => {
  expect(readCastText(text)).toEqual({ words, problems: [] })
})

test('says what names nothing and what is too many', () => {
  const { words, problems } = readCastText(':4, Tree:10000, Ana')

  expect(words).toEqual([{ name: 'Ana', count: 1 }])
  expect(problems).toEqual([
    { text: ':4', reason: 'names nothing' },
    { text: 'Tree:10000', reason: 'has more than 9999' },
  ])
})

test('what is written reads back to the same', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_ ]{0,12}[A-Za-z]$/).filter((text) => !/\sx\s*\d*$/i.test(text))
  const words = fc.uniqueArray(fc.record({ name, count: fc.integer({ min: 1, max: 9999 }) }), {
    selector: ({ name: text }) => text.toLowerCase(),
  })
  fc.assert(
    fc.property(words, (cast) => {
      expect(readCastText(writeCastText(cast)).words).toEqual(cast)
    }),
  )
})
