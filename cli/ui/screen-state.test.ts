import { expect, test } from 'vitest'
import { filterLines, freshList, moveCursor, toggleAll, toggleLine, typeFilter, windowOf } from './screen-state.ts'

const lines = ['sq010 animation wip', 'sq010 layout done', 'sq020 animation wip', 'sq020 layout wip'].map(
  (haystack, at) => ({ id: String(at), haystack }),
)
const idsOf = (selected: ReadonlySet<string>): readonly string[] => [...selected].toSorted()

test('a filter requires every word, ignoring case', () => {
  expect(filterLines(lines, 'ANIM, sq020').map(({ id }) => id)).toEqual(['2'])
  expect(filterLines(lines, ' , ')).toBe(lines)
})

test('however long a list is, only the part around the cursor that fits is drawn', () => {
  expect(windowOf(5000, 2500, 20)).toEqual({ from: 2490, to: 2510 })
  expect(windowOf(5000, 4999, 20)).toEqual({ from: 4980, to: 5000 })
  expect(windowOf(3, 2, 20)).toEqual({ from: 0, to: 3 })
})

test('lines are selected singly, as a range and all together, and stay selected when the filter changes', () => {
  const one = toggleLine(freshList, lines)
  const range = moveCursor(moveCursor(one, { by: 1, isRange: true }, lines), { by: 9, isRange: true }, lines)
  const none = toggleAll(toggleAll(freshList, lines), lines)
  const kept = typeFilter(one, 'layout')

  expect(idsOf(one.selected)).toEqual(['0'])
  expect(one.cursor).toBe(1)
  expect(idsOf(range.selected)).toEqual(['0', '1', '2', '3'])
  expect(range.cursor).toBe(3)
  expect(none.selected.size).toBe(0)
  expect(idsOf(kept.selected)).toEqual(['0'])
  expect(kept.cursor).toBe(0)
})
