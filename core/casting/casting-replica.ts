import type { ItemId, ProjectId, StudioId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import type { Replica } from '#core/schema/replica.ts'

/** A project's casting: what its items are made with. */
export type CastingReplica = {
  readonly studioId: StudioId
  readonly projectId: ProjectId
  readonly replica: Replica
  /** Returns an item's links, unordered; the same list until one of them changes. */
  getCast: (itemId: ItemId) => readonly ItemLink[]
  /** Returns the links in which an item is used. */
  getUses: (itemId: ItemId) => readonly ItemLink[]
  hasLinks: () => boolean
}

const none: readonly ItemLink[] = []

/** Makes a view of a project's links from both sides. */
export function makeCastingReplica(
  place: { readonly studioId: StudioId; readonly projectId: ProjectId },
  replica: Replica,
): CastingReplica {
  const getAllUses = memoByVersion(replica, ['item_links'], () =>
    Map.groupBy(replica.getRows('item_links').values(), ({ toItemId }) => toItemId),
  )
  return {
    ...place,
    replica,
    getCast: (itemId) => replica.getUnder('item_links', itemId),
    getUses: (itemId) => getAllUses().get(itemId) ?? none,
    hasLinks: () => replica.getRows('item_links').size > 0,
  }
}
