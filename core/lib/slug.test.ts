import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNamed, foldName, toSlug, uniqueSlug } from './slug.ts'

const name = fc.string({ unit: 'binary', maxLength: 200 })

test('a slug of any name is lower-case ASCII words joined by single dashes', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(toSlug(text)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(toSlug(text).length).toBeLessThanOrEqual(60)
    }),
  )
})

test('a slug of a slug is itself', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(toSlug(toSlug(text))).toBe(toSlug(text))
    }),
  )
})

test('any number of equal names get distinct slugs', () => {
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 120 }), (text, count) => {
      const taken = new Set<string>()
      for (let index = 0; index < count; index += 1) taken.add(uniqueSlug(text, taken))
      expect(taken.size).toBe(count)
    }),
    { numRuns: 30 },
  )
})

test('spells names the way a person would', () => {
  expect(toSlug('  Übergröße & Søn ')).toBe('ubergrosse-son')
  expect(toSlug('SQ010_SH0020')).toBe('sq010-sh0020')
  expect(toSlug("Fox's Den")).toBe('fox-s-den')
  expect(toSlug('狐の巣')).toBe('untitled')
})

test.each([
  ['  Übergröße & Søn ', 'ubergrosse-son'],
  ['SQ010_SH0020', 'sq010-sh0020'],
  ['狐の巣', '狐の巣'],
  ['第1話', '第1話'],
  ['がが', 'がが'],
  ['Сцена 3', 'сцена-3'],
  ['ＳＱ０１０', 'sq010'],
  ['***', '***'],
])('"%s" folds to "%s"', (text, folded) => {
  expect(foldName(text)).toBe(folded)
})

test('findNamed prefers an exact name to one that folds to the same', () => {
  const find = (text: string) => findNamed(['e', 'é', '第1話', '第1章'], text, (each) => each)

  expect(['é', 'É', '第1章', '第1回'].map(find)).toEqual(['é', 'e', '第1章', undefined])
})

test('numbers slug clashes from 2 on', () => {
  expect(uniqueSlug('Fox Den', new Set())).toBe('fox-den')
  expect(uniqueSlug('Fox Den', new Set(['fox-den']))).toBe('fox-den-2')
  expect(uniqueSlug('Fox Den', new Set(['fox-den', 'fox-den-2']))).toBe('fox-den-3')
})

test('an ASCII name folds to the same as with an accent added', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      fc.pre(/[a-z0-9]/i.test(text))
      expect(foldName(`${text}\u0301`)).toBe(foldName(text))
    }),
  )
})
