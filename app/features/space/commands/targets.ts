import type { Task } from '#core/domain/entities.ts'
import { parseCellKey, type CellKey } from '#core/domain/selection-range.ts'
import type { ItemId, StageId, TaskId } from '#core/lib/ids.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'

/** Whether there is anything a command could act on; asked on every key, so nothing is counted. */
export function hasTargets(): boolean {
  return spaceViewStore.selection.cells.size > 0 || spaceViewStore.cursor !== undefined
}

/** The cells a command acts on: those selected, else the one under the cursor. Never one that a filter or fold hides. */
export function targetCells(model: SpaceModel): readonly CellKey[] {
  const { selection, cursor } = spaceViewStore
  const { rowOfItem } = model.getLayout()
  const isShown = (key: CellKey): boolean => rowOfItem.has(parseCellKey(key).itemId)
  if (selection.cells.size > 0) return [...selection.cells].filter(isShown)
  return cursor === undefined || !isShown(cursor) ? [] : [cursor]
}

/** The tasks in these cells that can be changed; disabled ones are left out (ruling 13). */
export function targetTasks(model: SpaceModel, cells = targetCells(model)): readonly Task[] {
  return cells.flatMap((key) => {
    const { itemId, stageId } = parseCellKey(key)
    const task = model.space.findTask(itemId, stageId)
    return task === undefined || task.isDisabled ? [] : task
  })
}

export function targetTaskIds(model: SpaceModel): readonly TaskId[] {
  return targetTasks(model).map(({ id }) => id)
}

/** The cells among the targets that hold no task. */
export function emptyCells(model: SpaceModel): readonly { itemId: ItemId; stageId: StageId }[] {
  return targetCells(model)
    .map(parseCellKey)
    .filter(({ itemId, stageId }) => model.space.findTask(itemId, stageId) === undefined)
}

/** The item of the cursor. */
export function cursorItem(): ItemId | undefined {
  const { cursor } = spaceViewStore
  return cursor === undefined ? undefined : parseCellKey(cursor).itemId
}

/** The items of the targets, each once, in the order they are shown. */
export function targetItems(model: SpaceModel): readonly ItemId[] {
  const { rowOfItem } = model.getLayout()
  const ids = new Set(targetCells(model).map((key) => parseCellKey(key).itemId))
  return [...ids].sort((first, second) => (rowOfItem.get(first) ?? 0) - (rowOfItem.get(second) ?? 0))
}

/** How many tasks in words. */
export function countTasks(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`
}
