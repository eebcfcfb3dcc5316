import type { ItemId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { findItemOrder } from '#app/stores/item-order-store.ts'

/** Returns the items before and after one, in the screen's order, else with collections by name and items by rank. */
export function findNeighbours(
  space: SpaceReplica,
  itemId: ItemId,
): { readonly previous: ItemId | undefined; readonly next: ItemId | undefined } {
  const shown = findItemOrder(space.spaceId)
  const order = shown?.includes(itemId) === true ? shown : orderOf(space)
  const index = order.indexOf(itemId)
  return { previous: index > 0 ? order[index - 1] : undefined, next: index < 0 ? undefined : order[index + 1] }
}

function orderOf(space: SpaceReplica): readonly ItemId[] {
  return [...space.getCollections()]
    .sort((first, second) => first.name.localeCompare(second.name, undefined, { sensitivity: 'base', numeric: true }))
    .flatMap(({ id }) => space.getItems(id).map((item) => item.id))
}
