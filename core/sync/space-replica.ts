import type { Task } from '../domain/entities.ts'
import { compareRanks } from '../domain/order-rank.ts'
import type { CollectionRow, ItemRow } from '../domain/rows.ts'
import type { CollectionId, ItemId, SpaceId, StageId, StudioId, TaskId } from '../lib/ids.ts'
import { groupBy } from '../lib/collections.ts'
import { memoByVersion } from './memo.ts'
import type { Replica } from './replica.ts'

/** An opened space. Lists are in their order and the same arrays until their tables change. */
export type SpaceReplica = {
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly replica: Replica
  getCollections: () => readonly CollectionRow[]
  /** The items of a collection; follows `items` only, not their tasks. */
  getItems: (collectionId: CollectionId) => readonly ItemRow[]
  /** The tasks of an item, in no order. */
  getTasks: (itemId: ItemId) => readonly Task[]
  /** The task in a cell; absent where the cell is empty. */
  findTask: (itemId: ItemId, stageId: StageId) => Task | undefined
  findEstimatedHours: (taskId: TaskId) => number | undefined
}

const none: readonly ItemRow[] = []

/** Reads a space's replica as collections, items and cells. */
export function makeSpaceReplica(
  place: { readonly studioId: StudioId; readonly spaceId: SpaceId },
  replica: Replica,
): SpaceReplica {
  const itemsByCollection = memoByVersion(replica, ['items'], () => {
    const groups = groupBy(replica.getRows('items').values(), (item) => item.collectionId)
    for (const items of groups.values()) items.sort(compareRanks)
    return groups
  })
  return {
    ...place,
    replica,
    getCollections: memoByVersion(replica, ['collections'], () =>
      [...replica.getRows('collections').values()].sort(compareRanks),
    ),
    getItems: (collectionId) => itemsByCollection().get(collectionId) ?? none,
    getTasks: (itemId) => replica.getUnder('item_tasks', itemId),
    findTask: (itemId, stageId) => replica.getUnder('item_tasks', itemId).find((task) => task.stageId === stageId),
    findEstimatedHours: (taskId) => replica.find('task_estimations', taskId)?.estimatedHours,
  }
}
