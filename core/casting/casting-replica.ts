import type { ItemId, ProjectId, StudioId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import type { Replica } from '#core/schema/replica.ts'

/** What a project's items are made with. */
export type CastingReplica = {
  readonly studioId: StudioId
  readonly projectId: ProjectId
  readonly replica: Replica
  /** What an item is made with, in no order; the same list until a link of it changes. */
  getCast: (itemId: ItemId) => readonly ItemLink[]
  /** Where an item is used. */
  getUses: (itemId: ItemId) => readonly ItemLink[]
  hasLinks: () => boolean
}

const none: readonly ItemLink[] = []

/** Reads a project's links from both sides. */
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
