import { expect, test } from 'vitest'
import { parseCellKey, toCellKey } from '#core/lib/selection-range.ts'
import { toId, type ItemId, type StageId } from '#core/lib/ids.ts'
import { moveCell, type CellMove } from './move-cell.ts'

const anId = <Id extends ItemId | StageId>(kind: string, number: number): Id => toId(`${kind}${number}`.padEnd(36, '0'))
const itemIds = [1, 2, 3, 4, 5].map((number) => anId<ItemId>('i', number))
const stageIds = [1, 2, 3].map((number) => anId<StageId>('g', number))
const cell = (item: number, stage: number) => toCellKey(anId<ItemId>('i', item), anId<StageId>('g', stage))

function move(from: string | undefined, direction: CellMove) {
  return moveCell(from, direction, {
    order: { itemIds, stageIds },
    findRow: (key) => itemIds.indexOf(parseCellKey(key).itemId),
    pageRows: 3,
  })
}

test('moves the cursor by one cell', () => {
  expect(move(cell(2, 2), 'up')).toBe(cell(1, 2))
  expect(move(cell(2, 2), 'down')).toBe(cell(3, 2))
  expect(move(cell(2, 2), 'left')).toBe(cell(2, 1))
  expect(move(cell(2, 2), 'right')).toBe(cell(2, 3))
})

test('keeps the cursor inside the grid', () => {
  expect(move(cell(1, 1), 'up')).toBe(cell(1, 1))
  expect(move(cell(5, 3), 'down')).toBe(cell(5, 3))
  expect(move(cell(1, 1), 'left')).toBe(cell(1, 1))
  expect(move(cell(5, 3), 'right')).toBe(cell(5, 3))
})

test('moves the cursor to the edges, keeping the other coordinate', () => {
  expect(move(cell(3, 2), 'top')).toBe(cell(1, 2))
  expect(move(cell(3, 2), 'bottom')).toBe(cell(5, 2))
  expect(move(cell(3, 2), 'row-start')).toBe(cell(3, 1))
  expect(move(cell(3, 2), 'row-end')).toBe(cell(3, 3))
})

test('moves the cursor by pages, the last one shorter', () => {
  expect(move(cell(1, 2), 'page-down')).toBe(cell(4, 2))
  expect(move(cell(4, 2), 'page-down')).toBe(cell(5, 2))
  expect(move(cell(2, 2), 'page-up')).toBe(cell(1, 2))
})

test('starts at the first cell, also from one that is no longer shown', () => {
  expect(move(undefined, 'down')).toBe(cell(1, 1))
  expect(move(cell(9, 1), 'down')).toBe(cell(1, 1))
})

test('finds no cell in an empty grid', () => {
  const space = { order: { itemIds: [], stageIds }, findRow: () => -1, pageRows: 3 }

  expect(moveCell(undefined, 'down', space)).toBeUndefined()
})
