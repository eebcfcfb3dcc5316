import { expect, test } from 'vitest'
import { beginsAction, isWholeSentence } from './is-sentence.ts'

test.each([
  ['sq020 anim > done', true],
  ['sq020 → done', true],
  ['sq020->done', true],
  ['sq020 >', true],
  ['>', false],
  ['sq020 anim done', false],
  ['a>b', false],
  ["'say > this'", false],
])('"%s" says by an arrow whether it is a sentence: %s', (text, isSentence) => {
  expect(isWholeSentence(text)).toBe(isSentence)
})

test('a word of an action that goes on is meant as one, a search for the word alone is not', () => {
  expect(['due fri', 'est 3d', 'assign lucia', 'by monday'].map(beginsAction)).toEqual([true, true, true, true])
  expect(['due', 'dueling swords', 'fri due'].map(beginsAction)).toEqual([false, false, false])
})
