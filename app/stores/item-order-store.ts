import type { ItemId, SpaceId } from '#core/lib/ids.ts'

/** The list is made when it is asked for: fifty thousand items are put in order only for who goes through them. */
type ItemOrder = { readonly spaceId: SpaceId; readonly order: { readonly itemIds: readonly ItemId[] } }

let shown: ItemOrder | undefined

/** Says in which order a screen shows the items of its space: filtered and sorted as people see them. */
export function setItemOrder(next: ItemOrder | undefined): void {
  shown = next
}

/** The order a space's items were last shown in; absent where no screen has shown them. */
export function findItemOrder(spaceId: SpaceId): readonly ItemId[] | undefined {
  return shown?.spaceId === spaceId ? shown.order.itemIds : undefined
}
