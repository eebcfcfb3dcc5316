import { writeTsvCell } from './tsv.ts'
import { parseCellKey, toCellKey, type CellKey, type GridOrder } from '#core/lib/selection-range.ts'

/**
 * Writes the selected cells for spreadsheets: the smallest rectangle around them, with blanks for cells not selected.
 */
export function toTsv(cells: Iterable<CellKey>, order: GridOrder, textOf: (key: CellKey) => string): string {
  const selected = new Set(cells)
  const box = boxOf(selected, order)
  return box.itemIds
    .map((itemId) =>
      box.stageIds
        .map((stageId) => toCellKey(itemId, stageId))
        .map((key) => (selected.has(key) ? writeTsvCell(textOf(key)) : ''))
        .join('\t'),
    )
    .join('\n')
}

/**
 * Plans which cell gets which text: a single text goes into every selected cell, a range starts at the first selected
 * cell and is clipped at the edge of the grid.
 */
export function planPaste(
  table: readonly (readonly string[])[],
  cells: Iterable<CellKey>,
  order: GridOrder,
): readonly { readonly key: CellKey; readonly text: string }[] {
  const selected = new Set(cells)
  const [firstRow] = table
  if (table.length === 1 && firstRow?.length === 1) {
    return [...selected].map((key) => ({ key, text: firstRow[0] ?? '' }))
  }
  const box = boxOf(selected, order)
  const [itemId] = box.itemIds
  const [stageId] = box.stageIds
  if (itemId === undefined || stageId === undefined) return []
  const itemIds = order.itemIds.slice(order.itemIds.indexOf(itemId))
  const stageIds = order.stageIds.slice(order.stageIds.indexOf(stageId))
  return table.flatMap((row, down) =>
    row.flatMap((text, right) => {
      const [item, stage] = [itemIds[down], stageIds[right]]
      return item === undefined || stage === undefined ? [] : [{ key: toCellKey(item, stage), text }]
    }),
  )
}

/** Maps each selected cell to the first one of its column, which filling down takes its value from. */
export function planFillDown(
  cells: Iterable<CellKey>,
  order: GridOrder,
): readonly { readonly key: CellKey; readonly from: CellKey }[] {
  const selected = new Set(cells)
  const box = boxOf(selected, order)
  return box.stageIds.flatMap((stageId) => {
    const keys = box.itemIds.map((itemId) => toCellKey(itemId, stageId)).filter((key) => selected.has(key))
    const [from, ...below] = keys
    return from === undefined ? [] : below.map((key) => ({ key, from }))
  })
}

function boxOf(selected: ReadonlySet<CellKey>, order: GridOrder): GridOrder {
  const items = new Set<string>()
  const stages = new Set<string>()
  for (const key of selected) {
    const { itemId, stageId } = parseCellKey(key)
    items.add(itemId)
    stages.add(stageId)
  }
  return { itemIds: spanOf(order.itemIds, items), stageIds: spanOf(order.stageIds, stages) }
}

function spanOf<Id extends string>(ids: readonly Id[], wanted: ReadonlySet<string>): readonly Id[] {
  const first = ids.findIndex((id) => wanted.has(id))
  const last = ids.findLastIndex((id) => wanted.has(id))
  return first < 0 ? [] : ids.slice(first, last + 1)
}
