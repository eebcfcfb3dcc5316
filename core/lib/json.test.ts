import { expect, test } from 'vitest'
import { findText, isRecord, parseJson, textOf } from './json.ts'

test('what is not JSON, or not there, is undefined', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 })
  expect(parseJson('null')).toBeNull()
  for (const text of ['', '{', 'undefined', undefined]) expect(parseJson(text)).toBeUndefined()
})

test('only an object with names is a record', () => {
  expect(isRecord({})).toBe(true)
  for (const value of [null, undefined, [], 'a', 1]) expect(isRecord(value)).toBe(false)
})

test('anything but text reads as none', () => {
  expect([findText('a'), textOf('a')]).toEqual(['a', 'a'])
  for (const value of [null, undefined, 1, {}, ['a']]) expect([findText(value), textOf(value)]).toEqual([undefined, ''])
})
