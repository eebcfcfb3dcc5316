import { expect, test } from 'vitest'
import { makeListMatcher, makeNameMatcher } from './name-pattern.ts'
import { makeStageMatcher } from './stage-matcher.ts'

const id = '00000000-0000-7000-8000-00000000000a'

test.each([
  ['Kettle & Crow', true],
  ['kettle-crow', true],
  ['KETTLE*', true],
  ['*crow', true],
  ['k?ttle-crow', true],
  ['[j-l]ettle-crow', true],
  ['[!k]ettle-crow', false],
  ['{night-library,kettle-crow}', true],
  [id.toUpperCase(), true],
  ['kettle', false],
  ['kettle.crow', false],
  ['', false],
])('pattern "%s" matches Kettle & Crow: %s', (pattern, isMeant) => {
  expect(makeNameMatcher(pattern)({ id, name: 'Kettle & Crow', slug: 'kettle-crow' })).toBe(isMeant)
})

test('a list is split at commas outside braces', () => {
  const matches = makeListMatcher('WFA, {retake,re-do}*')

  expect(['WFA', 'Retake 2', 're-do', 'WIP'].map((name) => matches({ id: '', name }))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('stages match the short names studios use, in braces too', () => {
  const names = ['Animation', 'Lighting', 'Compositing']
  const find = (pattern: string) => names.filter((name) => makeStageMatcher(pattern)({ id: '', name }))

  expect(find('anim')).toEqual(['Animation'])
  expect(find('{anim,comp}')).toEqual(['Animation', 'Compositing'])
  expect(find('lgt,anim*')).toEqual(['Animation', 'Lighting'])
  expect(find('xyz')).toEqual([])
})

test('an invalid pattern is refused by name', () => {
  expect(() => makeNameMatcher('[z-a]')).toThrow('"[z-a]" is not a pattern.')
})
