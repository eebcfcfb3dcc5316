import { expect, test } from 'vitest'
import {
  addRow,
  changeRow,
  emptyCreateRows,
  isReady,
  parseRows,
  pasteRows,
  removeRow,
  toTrimmedRows,
} from './create-rows.ts'

const names = (state: typeof emptyCreateRows) => state.rows.map(({ name }) => name)

test('the create form adds rows at the end and never removes the last one', () => {
  const two = addRow(emptyCreateRows)

  expect(two.rows).toHaveLength(2)
  expect(removeRow(removeRow(two)).rows).toHaveLength(1)
})

test('removes a row from the middle', () => {
  const three = ['a', 'b', 'c'].reduce((state, name, key) => changeRow(addRow(state), key, { name }), emptyCreateRows)

  expect(names(removeRow(three, 1))).toEqual(['a', 'c', ''])
})

test('fills rows from a pasted list of names', () => {
  const pasted = pasteRows(emptyCreateRows, 0, 'sh0010\nsh0020\n\nsh0030')

  expect(pasted === undefined ? [] : names(pasted)).toEqual(['sh0010', 'sh0020', 'sh0030'])
})

test('reads the second column of a spreadsheet as descriptions, and keeps earlier input', () => {
  const typed = changeRow(emptyCreateRows, 0, { name: 'typed' })

  const pasted = pasteRows(typed, 0, 'sh0010\tWide: boats leave')

  expect(pasted?.rows.map(({ name, description }) => [name, description])).toEqual([
    ['typed', ''],
    ['sh0010', 'Wide: boats leave'],
  ])
})

test('leaves a single pasted word to the field', () => {
  expect(pasteRows(emptyCreateRows, 0, 'sh0010')).toBeUndefined()
})

test('the form is ready when every row has a name, and a collection is chosen where one is needed', () => {
  const rows = [
    { name: 'a', description: '' },
    { name: ' ', description: '' },
  ]

  expect(isReady(rows, { isNeeded: false, isChosen: false })).toBe(false)
  expect(isReady(rows.slice(0, 1), { isNeeded: true, isChosen: false })).toBe(false)
  expect(isReady(rows.slice(0, 1), { isNeeded: true, isChosen: true })).toBe(true)
  expect(isReady(rows.slice(0, 1), { isNeeded: false, isChosen: false })).toBe(true)
})

test('trims names and descriptions', () => {
  expect(toTrimmedRows([{ name: ' a ', description: ' b ' }])).toEqual([{ name: 'a', description: 'b' }])
})

test('reads back rows it sent as text, and nothing else', () => {
  expect(parseRows('[{"name":"a"},{"name":3},null]')).toEqual([{ name: 'a', description: '' }])
  expect(parseRows('{}')).toEqual([])
})
