import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import type { CanvasGroupId, CanvasItemId } from '#core/lib/ids.ts'
import { addSelected, type BoardModel } from './board-model.ts'
import { nextHeight } from './place-files.ts'

/** Adds and selects copies of objects, above everything else and in new groups. */
export async function duplicateObjects(model: BoardModel, objects: readonly CanvasItemRow[]) {
  const groups = new Map<CanvasGroupId, CanvasGroupId>()
  const height = nextHeight(model)
  const add = objects.map((item, index): CanvasItemRow => {
    const { groupId } = item
    if (groupId !== undefined && !groups.has(groupId)) groups.set(groupId, model.client.ids.newId())
    return {
      ...item,
      id: model.client.ids.newId<CanvasItemId>(),
      zIndex: height + index,
      isLocked: false,
      groupId: groupId === undefined ? undefined : groups.get(groupId),
    }
  })
  return await addSelected(model, { label: 'Duplicate', add })
}
