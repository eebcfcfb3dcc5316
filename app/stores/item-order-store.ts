import type { ItemId, SpaceId } from '#core/lib/ids.ts'

/** The list is made on demand: fifty thousand items are sorted only when somebody steps through them. */
type ItemOrder = { readonly spaceId: SpaceId; readonly order: { readonly itemIds: readonly ItemId[] } }

let shown: ItemOrder | undefined

/** Sets the order in which a screen shows the items of its space, filtered and sorted. */
export function setItemOrder(next: ItemOrder | undefined): void {
  shown = next
}

/** Returns the order a space's items were last shown in; absent where no screen has shown them. */
export function findItemOrder(spaceId: SpaceId): readonly ItemId[] | undefined {
  return shown?.spaceId === spaceId ? shown.order.itemIds : undefined
}
