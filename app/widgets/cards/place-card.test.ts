import { expect, test } from 'vitest'
import { placeAt, stepPlace, type Direction } from './place-card.ts'

// Seven cards in rows of three: 0 1 2 / 3 4 5 / 6.
const grid = { count: 7, columns: 3 }
const from = (place: number, direction: Direction): number => stepPlace(place, direction, grid)

test('a step moves to the neighbour and stops at the edges', () => {
  expect([from(0, 'left'), from(0, 'up'), from(6, 'right'), from(6, 'down')]).toEqual([0, 0, 6, 6])
  expect([from(4, 'left'), from(4, 'right'), from(4, 'up'), from(4, 'first'), from(4, 'last')]).toEqual([3, 5, 1, 0, 6])
})

test('a step down onto a short last row ends on its last card', () => {
  expect([from(3, 'down'), from(5, 'down')]).toEqual([6, 6])
})

test('an entry moves in either direction, placed among the others', () => {
  const entries = ['a', 'b', 'c'].map((id) => ({ id }))
  const placed = (id: string, index: number): string =>
    placeAt(entries, id, index)
      .map((entry) => entry.id)
      .join('')

  expect([placed('a', 2), placed('c', 0), placed('b', 1), placed('x', 0)]).toEqual(['bca', 'cab', 'abc', 'abc'])
})
