import { expect, test } from 'vitest'
import { isSame } from './is-same.ts'

const view = { layout: 'grid', hidden: ['a', 'b'], sort: { fieldId: 'f', isDown: true } }

test.each([
  ['the same number', 1, 1],
  ['keys in another order', view, { sort: { isDown: true, fieldId: 'f' }, hidden: ['a', 'b'], layout: 'grid' }],
  ['what is undefined and what is not there', { a: 1, b: undefined }, { a: 1 }],
  ['nothing', null, null],
])('%s are equal', (_name, one, other) => {
  expect(isSame(one, other)).toBe(true)
  expect(isSame(other, one)).toBe(true)
})

test.each([
  ['another number', 1, 2],
  ['a number and its text', 1, '1'],
  ['a list in another order', ['a', 'b'], ['b', 'a']],
  ['a longer list', ['a'], ['a', 'b']],
  ['a list and an object', [], {}],
  ['null and what is not there', { a: null }, {}],
  ['another key', { a: 1 }, { b: 1 }],
  ['something deep down', view, { ...view, sort: { fieldId: 'f', isDown: false } }],
  ['nothing and an object', null, {}],
])('%s are not equal', (_name, one, other) => {
  expect(isSame(one, other)).toBe(false)
  expect(isSame(other, one)).toBe(false)
})
