import { expect, test } from 'vitest'
import { renameKeys } from './make-fields.ts'

test.each([
  ['mood + mood_2', 'mood_9 + mood_2'],
  ['"mood" + \'mood\' + mood', '"mood" + \'mood\' + mood_9'],
  ['mood(1) + task("mood").mood', 'mood(1) + task("mood").mood'],
  ['"a \\" mood" + mood', '"a \\" mood" + mood_9'],
])('the formula %j names the field by its final key: %j', (formula, expected) => {
  expect(renameKeys(formula, new Map([['mood', 'mood_9']]))).toBe(expected)
})
