import type { ItemId, SpaceId } from '#core/lib/ids.ts'

type ItemOrder = { readonly spaceId: SpaceId; readonly itemIds: readonly ItemId[] }

let order: ItemOrder | undefined

/** Says in which order a screen shows the items of its space: filtered and sorted as people see them. */
export function setItemOrder(next: ItemOrder | undefined): void {
  order = next
}

/** The order a space's items were last shown in; absent where no screen has shown them. */
export function findItemOrder(spaceId: SpaceId): readonly ItemId[] | undefined {
  return order?.spaceId === spaceId ? order.itemIds : undefined
}
