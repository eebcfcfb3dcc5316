import type { StageId } from '#core/lib/ids.ts'
import { parseCellKey } from '#core/lib/selection-range.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'

/** Finds the column of a command: the given one, else the menu's or the cursor's; absent where it is not shown. */
export function findColumn(model: SpaceModel, given?: string): StageId | undefined {
  const { menuPlace, cursor } = spaceViewStore
  const { stageIds } = model.getLayout().order
  const ofCursor = cursor === undefined ? undefined : parseCellKey(cursor).stageId
  const id = given ?? (menuPlace?.kind === 'column' ? menuPlace.id : ofCursor)
  return stageIds.find((known) => known === id)
}
