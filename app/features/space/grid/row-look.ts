import type { TaskId } from '#core/lib/ids.ts'
import type { GridLayout } from '#core/items/grid-layout.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { CellView, Editing } from '../space-view-store.ts'

/** What all rows share, and what only one of them has. */
export type RowLook = {
  readonly view: CellView
  readonly editing: Editing | undefined
  readonly thumbnailUrl: string | undefined
  /** The item's collection, where its name alone is ambiguous. */
  readonly place: string | undefined
  readonly isMoved: boolean
  readonly getMinutes: (taskId: TaskId) => number | undefined
}

/** Returns the collection of an item whose name is ambiguous in a grouped grid. */
export function findPlace(
  { space }: Pick<SpaceModel, 'space'>,
  { isNameShared }: Pick<GridLayout, 'isNameShared'>,
  item: ItemRow | undefined,
): string | undefined {
  if (item === undefined || !isNameShared(item)) return undefined
  const collection = space.replica.find('collections', item.collectionId)
  return collection?.isDefault === true ? undefined : collection?.name
}
