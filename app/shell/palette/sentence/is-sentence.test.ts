import { expect, test } from 'vitest'
import { startsWithAction, isWholeSentence, mayBeSentence } from './is-sentence.ts'

test.each([
  ['sq020 anim > done', true],
  ['sq020 → done', true],
  ['sq020->done', true],
  ['sq020 >', true],
  ['>', false],
  ['sq020 anim done', false],
  ['anim>done', true],
  ['frames>100', false],
  ['<b>wip</b>', false],
  ["'say > this'", false],
])('"%s" says by an arrow whether it is a sentence: %s', (text, isSentence) => {
  expect(isWholeSentence(text)).toBe(isSentence)
})

test('an action word followed by more starts an action; the word alone is a search', () => {
  expect(['due fri', 'est 3d', 'assign lucia', 'by monday'].map(startsWithAction)).toEqual([true, true, true, true])
  expect(['due', 'dueling swords', 'fri due'].map(startsWithAction)).toEqual([false, false, false])
})

test('words without an arrow may be a sentence if they name an action and there are at least three', () => {
  expect(['give sq020 anim to lucia', 'sq020 due fri', 'mark sh0010 as done'].map(mayBeSentence)).toEqual([
    true,
    true,
    true,
  ])
  expect(['push delivery 2 days', 'sq020 delivery 1w later', 'add 10 to frames'].every(mayBeSentence)).toBe(true)
  expect(['sq020 anim wfa', 'due fri', "kettle 'due' note", 'sq020'].map(mayBeSentence)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
