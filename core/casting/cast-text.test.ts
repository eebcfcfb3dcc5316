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
  [
    'Ana:2 "as a child", 3x Tree "far", Al "Scar":1',
    [
      { name: 'Ana', count: 2, label: 'as a child' },
      { name: 'Tree', count: 3, label: 'far' },
      { name: 'Al "Scar"', count: 1 },
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
])('a cast written as %j is read', (text, words) => {
  expect(readCastText(text)).toEqual({ words, problems: [] })
})

test.each([
  [':4', 'has no name'],
  ['Tree:10000', 'has a count above 9999'],
  ['Tree:99999999999999999999', 'has a count above 9999'],
  ['Tree (-3)', 'has a count below 0'],
  ['Tree:-2', 'has a count below 0'],
  ['-2x Tree', 'has a count below 0'],
  ['Tree:1.5', 'does not give a whole number'],
])('reading %j reports that it %s', (text, reason) => {
  expect(readCastText(`${text}, Ana`)).toEqual({ words: [{ name: 'Ana', count: 1 }], problems: [{ text, reason }] })
})

test.each(['Boat (2)', 'Set x3', '2x Ana', 'Ep:1', 'Cut:1.5'])(
  'a name that looks like a count, %j, is written so that it reads back as one thing',
  (name) => {
    expect(readCastText(writeCastText([{ name, count: 1 }])).words).toEqual([{ name, count: 1 }])
  },
)

test('a written cast reads back the same', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_ ]{0,12}[A-Za-z]$/)
  const words = fc.uniqueArray(fc.record({ name, count: fc.integer({ min: 1, max: 9999 }) }), {
    selector: ({ name: text }) => text.toLowerCase(),
  })
  fc.assert(
    fc.property(words, (cast) => {
      expect(readCastText(writeCastText(cast)).words).toEqual(cast)
    }),
  )
})

test('labels are written after their things, and read back the same', () => {
  const words = [
    { name: 'Ana', count: 2, label: 'as a child' },
    { name: 'Tree', count: 1, label: 'far, left; "big", old' },
    { name: '12" ruler', count: 1, label: '"' },
    { name: 'Pot', count: 3, label: 'of\nsoup' },
  ]
  const text = writeCastText([...words, { name: 'Boat', count: 1, label: ' ' }])

  expect(text).toBe('Ana:2 "as a child", Tree "far, left; ""big"", old", 12" ruler """", Pot:3 "of\nsoup", Boat')
  expect(readCastText(text)).toEqual({ words: [...words, { name: 'Boat', count: 1 }], problems: [] })
})

test('any label reads back the same, and an unclosed quote ends no part', () => {
  const label = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => text.trim())
    .filter((text) => text !== '')
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
      const cast = labels.map((each, at) => ({ name: `Ana ${at}a`, count: at + 1, label: each }))
      expect(readCastText(writeCastText(cast)).words).toEqual(cast)
    }),
  )
  expect(readCastText('12" ruler, the "big" tree, "Ana').words.map(({ name }) => name)).toEqual([
    '12" ruler',
    'the "big" tree',
    '"Ana',
  ])
})
