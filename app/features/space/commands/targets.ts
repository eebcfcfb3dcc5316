import { countOf } from '#core/lib/text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { parseCellKey, type CellKey } from '#core/lib/selection-range.ts'
import type { ItemId, StageId, TaskId } from '#core/lib/ids.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'

/** Whether a command has anything to act on; asked on every key press, so nothing is counted. */
export function hasTargets(): boolean {
  return spaceViewStore.selection.cells.size > 0 || spaceViewStore.cursor !== undefined
}

/** Caches the last answer: every key press asks several commands, and thousands of cells may be selected. */
type Found = {
  readonly cursor: CellKey | undefined
  readonly layout: object
  readonly cells: readonly CellKey[]
  /** Rows and columns of these cells, computed on demand. */
  spanned?: { readonly itemIds: readonly ItemId[]; readonly columnIds: ReadonlySet<StageId> }
}

const found = new WeakMap<ReadonlySet<CellKey>, Found>()

/**
 * Returns the cells a command acts on: the selection, else the one under the cursor. Never one that is filtered out or
 * collapsed.
 */
export function targetCells(model: SpaceModel): readonly CellKey[] {
  return findTargets(model).cells
}

function findTargets(model: SpaceModel): Found {
  const { selection, cursor } = spaceViewStore
  const layout = model.getLayout()
  const known = found.get(selection.cells)
  if (known?.layout === layout && known.cursor === cursor) return known
  const targets = { cursor, layout, cells: listTargets(layout) }
  found.set(selection.cells, targets)
  return targets
}

function listTargets({ findRow }: ReturnType<SpaceModel['getLayout']>): readonly CellKey[] {
  const { selection, cursor } = spaceViewStore
  // Cells of a row mostly come together, and are shown or hidden together.
  let row: { readonly itemId: ItemId; readonly isShown: boolean } | undefined
  const isShown = (key: CellKey): boolean => {
    if (row === undefined || !key.startsWith(row.itemId)) {
      const { itemId } = parseCellKey(key)
      row = { itemId, isShown: findRow(itemId) !== undefined }
    }
    return row.isShown
  }
  if (selection.cells.size > 0) return [...selection.cells].filter(isShown)
  return cursor === undefined || !isShown(cursor) ? [] : [cursor]
}

/** Returns the rows of the targets, each once, in shown order, and their columns. */
function spanTargets(model: SpaceModel): NonNullable<Found['spanned']> {
  const targets = findTargets(model)
  if (targets.spanned !== undefined) return targets.spanned
  const { findRow } = model.getLayout()
  const cells = targets.cells.map(parseCellKey)
  const itemIds = [...new Set(cells.map(({ itemId }) => itemId))]
  targets.spanned = {
    itemIds: itemIds.sort((first, second) => (findRow(first) ?? 0) - (findRow(second) ?? 0)),
    columnIds: new Set(cells.map(({ stageId }) => stageId)),
  }
  return targets.spanned
}

/** Returns the tasks in cells that can be changed; disabled ones are left out (ruling 13). */
export function targetTasks(model: SpaceModel, cells = targetCells(model)): readonly Task[] {
  const tasks: Task[] = []
  const findTask = taskFinder(model)
  for (const key of cells) {
    const task = findTask(key)
    if (task !== undefined && !task.isDisabled) tasks.push(task)
  }
  return tasks
}

/** Returns the tasks in the selected cells, disabled ones too. */
export function selectedTasks(model: SpaceModel): readonly Task[] {
  const findTask = taskFinder(model)
  return targetCells(model).flatMap((key) => findTask(key) ?? [])
}

export function targetTaskIds(model: SpaceModel): readonly TaskId[] {
  return targetTasks(model).map(({ id }) => id)
}

/** Whether a disabled task is among the targets. */
export function hasDisabled(model: SpaceModel): boolean {
  return targetCells(model).some((key) => {
    const { itemId, stageId } = parseCellKey(key)
    return model.space.findTask(itemId, stageId)?.isDisabled ?? false
  })
}

/** Returns the target cells without a task. */
export function emptyCells(model: SpaceModel): readonly { itemId: ItemId; stageId: StageId }[] {
  return targetCells(model)
    .map(parseCellKey)
    .filter(
      ({ itemId, stageId }) =>
        model.findField(stageId) === undefined && model.space.findTask(itemId, stageId) === undefined,
    )
}

/**
 * Returns the target cells of fields, with the current rows that hold their values: items, or tasks that can be
 * changed.
 */
export function targetFields(model: SpaceModel, cells = targetCells(model)): readonly FieldCell[] {
  if (model.getFieldColumns().length === 0) return []
  return cells.flatMap((key): readonly FieldCell[] => {
    const { itemId, stageId } = parseCellKey(key)
    const column = model.findColumn(stageId)
    // Formulas are calculated, not written.
    if (column?.field === undefined || column.field.kind === 'formula') return []
    const { field, stage } = column
    if (stage === undefined) {
      const row = model.space.replica.find('items', itemId)
      return row === undefined ? [] : [{ key, field, row }]
    }
    const row = model.space.findTask(itemId, stage.id)
    return row === undefined || row.isDisabled ? [] : [{ key, field, row }]
  })
}

/** Whether the targets include a field that can be written. */
export function hasTargetFields(model: SpaceModel): boolean {
  if (model.getFieldColumns().length === 0) return false
  const { columnIds } = spanTargets(model)
  return [...columnIds].some((id) => (model.findField(id)?.kind ?? 'formula') !== 'formula')
}

/** The cell of a field, and the item or task that holds its value. */
export type FieldCell = { readonly key: CellKey; readonly field: FieldDefinition; readonly row: ItemRow | Task }

/** Returns the item under the cursor. */
export function cursorItem(): ItemId | undefined {
  const { cursor } = spaceViewStore
  return cursor === undefined ? undefined : parseCellKey(cursor).itemId
}

/** Returns the items of the targets, each once, in shown order. */
export function targetItems(model: SpaceModel): readonly ItemId[] {
  return spanTargets(model).itemIds
}

/** Counts the target cells with a task that can be changed, and those without a task. */
export function countSelected(model: SpaceModel): { readonly tasks: number; readonly empty: number } {
  let [tasks, empty] = [0, 0]
  const findTask = taskFinder(model)
  for (const key of targetCells(model)) {
    const task = findTask(key)
    if (task === undefined && model.findField(parseCellKey(key).stageId) === undefined) empty += 1
    else if (task?.isDisabled === false) tasks += 1
  }
  return { tasks, empty }
}

/** Makes a look-up of cells' tasks. Cells of a row mostly come together, so it keeps the last row's tasks. */
function taskFinder(model: SpaceModel): (key: CellKey) => Task | undefined {
  let inRow: { readonly itemId: ItemId; readonly tasks: readonly Task[] } | undefined
  return (key) => {
    if (inRow === undefined || !key.startsWith(inRow.itemId)) {
      const { itemId } = parseCellKey(key)
      inRow = { itemId, tasks: model.space.getTasks(itemId) }
    }
    return inRow.tasks.find(({ stageId }) => key.endsWith(stageId))
  }
}

/** Formats a number of tasks. */
export function countTasks(count: number): string {
  return countOf(count, 'task')
}
