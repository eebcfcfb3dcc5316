import { toId, type FieldId, type ItemId, type StageId } from './ids.ts'

/** A cell of the grid: the item's id (36 characters) followed by the id of its column, a stage or a field. */
export type CellKey = string

/** The grid as shown, filtered and sorted: its rows and columns in order. */
export type GridOrder = { readonly itemIds: readonly ItemId[]; readonly stageIds: readonly StageId[] }

/** The selected cells, and the anchor of a rectangle selection. */
export type CellSelection = { readonly cells: ReadonlySet<CellKey>; readonly anchor: CellKey | undefined }

/** An empty selection. */
export const emptyCellSelection: CellSelection = { cells: new Set(), anchor: undefined }

const itemIdLength = 36

/** Makes the key of a cell. */
export function toCellKey(itemId: ItemId, stageId: StageId | FieldId): CellKey {
  return itemId + stageId
}

/** Splits a cell key into item and stage. For a field's column the stage id is the field's, which matches no task. */
export function parseCellKey(key: CellKey): { readonly itemId: ItemId; readonly stageId: StageId } {
  return { itemId: toId(key.slice(0, itemIdLength)), stageId: toId(key.slice(itemIdLength)) }
}

/** Handles a plain click: selects this cell alone and makes it the anchor. */
export function selectCell(key: CellKey): CellSelection {
  return { cells: new Set([key]), anchor: key }
}

/** Handles a click with Ctrl or Meta: adds or removes the cell and moves the anchor there. */
export function toggleCell(selection: CellSelection, key: CellKey): CellSelection {
  const cells = new Set(selection.cells)
  if (!cells.delete(key)) cells.add(key)
  return { cells, anchor: key }
}

/**
 * Handles a click with Shift: replaces the selection with the rectangle from the anchor to this cell, as shown. The
 * anchor stays; if it is no longer shown, this cell replaces it.
 */
export function selectRectangle(selection: CellSelection, key: CellKey, order: GridOrder): CellSelection {
  const anchor = selection.anchor !== undefined && isShown(selection.anchor, order) ? selection.anchor : key
  const from = parseCellKey(anchor)
  const to = parseCellKey(key)
  const itemIds = between(order.itemIds, from.itemId, to.itemId)
  const stageIds = between(order.stageIds, from.stageId, to.stageId)
  return { cells: cellsOf({ itemIds, stageIds }), anchor }
}

/** Handles a click on the name of an item or collection: replaces the selection with all cells of these rows. */
export function selectRows(itemIds: readonly ItemId[], order: GridOrder): CellSelection {
  const [firstItem] = itemIds
  const [firstStage] = order.stageIds
  const anchor = firstItem === undefined || firstStage === undefined ? undefined : toCellKey(firstItem, firstStage)
  return { cells: cellsOf({ itemIds, stageIds: order.stageIds }), anchor }
}

function isShown(key: CellKey, order: GridOrder): boolean {
  const { itemId, stageId } = parseCellKey(key)
  return order.itemIds.includes(itemId) && order.stageIds.includes(stageId)
}

function between<Id>(ids: readonly Id[], first: Id, second: Id): readonly Id[] {
  const from = ids.indexOf(first)
  const to = ids.indexOf(second)
  return from === -1 || to === -1 ? [] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function cellsOf({ itemIds, stageIds }: GridOrder): ReadonlySet<CellKey> {
  return new Set(itemIds.flatMap((itemId) => stageIds.map((stageId) => toCellKey(itemId, stageId))))
}
