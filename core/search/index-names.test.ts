import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSearchIndex } from './index-names.ts'

const shots = [
  'sq010_sh0010 Wide: boats leave the pier',
  'sq010_sh0020 Ines ties the last knot',
  'sq010_sh0100 The gull lands',
  'sq020_sh0010 Rooftop chase',
  'Dragon castle at night',
  'Café de la Paix',
]

function find(query: string, texts: readonly string[] = shots): readonly string[] {
  return makeSearchIndex(texts)
    .search(query, 50)
    .map(({ index }) => texts[index] ?? '')
}

test('finds a name by its parts, in any order, whatever separates them', () => {
  expect(find('sh0010 sq010')).toEqual(['sq010_sh0010 Wide: boats leave the pier'])
  expect(find('SQ010-SH0010')).toEqual(['sq010_sh0010 Wide: boats leave the pier'])
  expect(find('chase roof')).toEqual(['sq020_sh0010 Rooftop chase'])
})

test('ranks whole words first, then beginnings, then middles, then shorter texts', () => {
  const texts = ['unseal the door', 'sealed', 'the seal', 'seal']

  expect(find('seal', texts)).toEqual(['seal', 'the seal', 'sealed', 'unseal the door'])
})

test('forgives missing letters in a word, but no missing digits', () => {
  expect(find('drgn cstl')).toEqual(['Dragon castle at night'])
  expect(find('sh0030')).toEqual([])
  expect(find('mt', ['Mei Tanaka', 'Amir Otto', 'me too'])).toEqual(['me too', 'Mei Tanaka'])
  expect(find('sem', ['slow team'])).toEqual([])
  expect(find('sh00 ines')).toEqual(['sq010_sh0020 Ines ties the last knot'])
})

test.each([
  ['a letter too few', 'rooftp chase'],
  ['a letter too many', 'roofftop chase'],
  ['another letter', 'rooftob chase'],
  ['two the wrong way round', 'rootfop chase'],
  ['one in each word', 'roftop chese'],
])('forgives %s if nothing else matches', (_, query) => {
  expect(find(query)).toEqual(['sq020_sh0010 Rooftop chase'])
})

test('forgives no typo in a short word, nor when there is an exact match', () => {
  expect(find('gul')).toEqual(['sq010_sh0100 The gull lands'])
  expect(find('gyl')).toEqual([])
  expect(find('castle', ['castle', 'cattle'])).toEqual(['castle'])
})

test('ignores accents and case', () => {
  expect(find('CAFE paix')).toEqual(['Café de la Paix'])
})

test('an empty query finds nothing, and the limit is kept', () => {
  expect(find('  ')).toEqual([])
  expect(makeSearchIndex(shots).search('sq', 2)).toHaveLength(2)
})

test('extending, shortening or replacing a query finds what a fresh index finds', () => {
  const letters = fc.constantFrom('a', 'b', 'c', '1', '2', ' ', '_')
  const text = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''))

  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), fc.array(text, { maxLength: 8 }), (texts, queries) => {
      const used = makeSearchIndex(texts)
      const typed = queries.flatMap((query) => Array.from(query, (_, at) => query.slice(0, at + 1)))

      for (const query of typed) {
        expect(used.search(query, 5)).toEqual(makeSearchIndex(texts).search(query, 5))
      }
    }),
  )
})

test('finds any text that contains every word of the query', () => {
  const letters = fc.constantFrom('a', 'b', 'é', '1', '2', ' ', '-', 'ß')
  const text = fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))

  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 10 }),
      fc.nat(),
      fc.tuple(fc.nat(11), fc.nat(11)),
      (texts, at, [from, to]) => {
        const chosen = at % texts.length
        const query = texts[chosen]?.slice(Math.min(from, to), Math.max(from, to)) ?? ''
        const hits = makeSearchIndex(texts).search(query, texts.length)

        if (
          query
            .normalize('NFKD')
            .replace(/\p{M}/gu, '')
            .replace(/[\s_\-/.]+/g, '') === ''
        )
          return
        expect(hits.map(({ index }) => index)).toContain(chosen)
      },
    ),
  )
})
