import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type ItemId, type StageId } from './ids.ts'
import {
  emptyCellSelection,
  parseCellKey,
  selectCell,
  selectRectangle,
  selectRows,
  toCellKey,
  toggleCell,
} from './selection-range.ts'

const order = {
  itemIds: Array.from({ length: 8 }, () => newId<ItemId>()),
  stageIds: Array.from({ length: 5 }, () => newId<StageId>()),
}
type Place = { readonly row: number; readonly column: number }
const place = fc.record({ row: fc.nat({ max: 7 }), column: fc.nat({ max: 4 }) })
const keyAt = ({ row, column }: Place) => toCellKey(order.itemIds[row]!, order.stageIds[column]!)

test('a rectangle selection holds exactly the cells between anchor and target, in either direction', () => {
  fc.assert(
    fc.property(place, place, (anchor, target) => {
      const selection = selectRectangle(selectCell(keyAt(anchor)), keyAt(target), order)
      const isInside = ({ row, column }: Place) =>
        row >= Math.min(anchor.row, target.row) &&
        row <= Math.max(anchor.row, target.row) &&
        column >= Math.min(anchor.column, target.column) &&
        column <= Math.max(anchor.column, target.column)
      const places = order.itemIds.flatMap((_, row) => order.stageIds.map((__, column) => ({ row, column })))
      expect(selection.cells).toEqual(new Set(places.filter(isInside).map(keyAt)))
      expect(selection.anchor).toBe(keyAt(anchor))
      expect(selectRectangle(selectCell(keyAt(target)), keyAt(anchor), order).cells).toEqual(selection.cells)
    }),
  )
})

test('toggling a cell twice restores the selection', () => {
  fc.assert(
    fc.property(fc.array(place), place, (places, toggled) => {
      const before = places.reduce((selection, at) => toggleCell(selection, keyAt(at)), emptyCellSelection)
      const once = toggleCell(before, keyAt(toggled))
      expect(once.cells.has(keyAt(toggled))).toBe(!before.cells.has(keyAt(toggled)))
      expect(toggleCell(once, keyAt(toggled)).cells).toEqual(before.cells)
      expect(once.anchor).toBe(keyAt(toggled))
    }),
  )
})

test('a rectangle selection starts at the last plain or toggling click', () => {
  const clicked = toggleCell(selectCell(keyAt({ row: 0, column: 0 })), keyAt({ row: 4, column: 1 }))

  expect(selectRectangle(clicked, keyAt({ row: 4, column: 3 }), order).cells.size).toBe(3)
})

test('without a visible anchor a rectangle selection is one cell', () => {
  const gone = selectCell(toCellKey(newId<ItemId>(), order.stageIds[0]!))
  const target = keyAt({ row: 2, column: 2 })

  for (const selection of [emptyCellSelection, gone])
    expect(selectRectangle(selection, target, order)).toEqual({ cells: new Set([target]), anchor: target })
})

test('selecting rows selects all their cells', () => {
  fc.assert(
    fc.property(fc.subarray(order.itemIds), (itemIds) => {
      const { cells, anchor } = selectRows(itemIds, order)
      expect(cells.size).toBe(itemIds.length * order.stageIds.length)
      expect([...cells].every((key) => itemIds.includes(parseCellKey(key).itemId))).toBe(true)
      expect(anchor === undefined).toBe(itemIds.length === 0)
    }),
  )
})

test('a cell key parses back into its item and stage', () => {
  const [itemId, stageId] = [newId<ItemId>(), newId<StageId>()]

  expect(toCellKey(itemId, stageId)).toHaveLength(72)
  expect(parseCellKey(toCellKey(itemId, stageId))).toEqual({ itemId, stageId })
})
