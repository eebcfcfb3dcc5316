import type { Replica } from '#core/schema/replica.ts'
import { inOrder } from '#core/schema/tables.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { CollectionId, ItemId, SpaceId, StageId, StudioId, TaskId } from '#core/lib/ids.ts'
import { memoByVersion } from '#core/schema/memo.ts'

/** An open space. Lists are ordered and keep their identity until their tables change. */
export type SpaceReplica = {
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly replica: Replica
  getCollections: () => readonly CollectionRow[]
  /** The items of a collection; follows `items` only, not their tasks. */
  getItems: (collectionId: CollectionId) => readonly ItemRow[]
  /** A snapshot of a collection's items, counted at once and sorted on demand. */
  holdItems: (collectionId: CollectionId) => ItemSnapshot
  /** The tasks of an item, unordered. */
  getTasks: (itemId: ItemId) => readonly Task[]
  /** The task in a cell; absent where the cell is empty. */
  findTask: (itemId: ItemId, stageId: StageId) => Task | undefined
  findEstimatedHours: (taskId: TaskId) => number | undefined
}

/** A collection's items at one moment, unaffected by later changes. */
export type ItemSnapshot = { readonly count: number; readonly inOrder: () => readonly ItemRow[] }

/** Makes a view of a space's replica: collections, items and cells. */
export function makeSpaceReplica(
  place: { readonly studioId: StudioId; readonly spaceId: SpaceId },
  replica: Replica,
): SpaceReplica {
  // Keyed by the unordered list, which is a new one whenever an item of the collection changes: only that one is sorted
  // again.
  const ordered = new WeakMap<readonly ItemRow[], readonly ItemRow[]>()
  const putInOrder = (items: readonly ItemRow[]): readonly ItemRow[] => {
    const known = ordered.get(items)
    if (known !== undefined) return known
    const sorted = inOrder('items', items)
    ordered.set(items, sorted)
    return sorted
  }
  return {
    ...place,
    replica,
    getCollections: memoByVersion(replica, ['collections'], () =>
      inOrder('collections', replica.getRows('collections').values()),
    ),
    getItems: (collectionId) => putInOrder(replica.getUnder('items', collectionId)),
    holdItems: (collectionId) => {
      const items = replica.getUnder('items', collectionId)
      return { count: items.length, inOrder: () => putInOrder(items) }
    },
    getTasks: (itemId) => replica.getUnder('item_tasks', itemId),
    findTask: (itemId, stageId) => replica.getUnder('item_tasks', itemId).find((task) => task.stageId === stageId),
    findEstimatedHours: (taskId) => replica.find('task_estimations', taskId)?.estimatedHours,
  }
}
