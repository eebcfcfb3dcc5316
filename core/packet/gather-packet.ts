import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ItemId, ReviewSessionId, SpaceId, StudioId } from '#core/lib/ids.ts'
import type { ReviewReplica } from '#core/reviews/review-replica.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { Scope } from '#core/schema/scope.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Opens sessions, spaces and items, as a client does. */
export interface PacketOpener {
  openReview: (place: { readonly studioId: StudioId; readonly sessionId: ReviewSessionId }) => Promise<ReviewReplica>
  openSpace: (place: { readonly studioId: StudioId; readonly spaceId: SpaceId }) => Promise<SpaceReplica>
  openItem: (place: {
    readonly studioId: StudioId
    readonly spaceId: SpaceId
    readonly itemId: ItemId
  }) => Promise<ItemReplica>
  /** Keeps a scope open, even if others release it, until the returned function is called. */
  hold: (scope: Scope) => () => void
  /** Resolves once a scope opened from the device's cache has the server's changes. */
  caughtUp: (scope: Scope) => Promise<void>
}

/** An entry with its opened space and item; undefined if deleted. */
export type PacketSource = {
  readonly entry: ReviewEntryRow
  readonly space: SpaceReplica | undefined
  readonly item: ItemReplica | undefined
}

/** How many items are loaded at once. */
const parallel = 4

/**
 * Reads all that a session's packet contains, as on the server now, in order; items are open only meanwhile. Fails with
 * an `AppError`.
 */
export async function gatherPacket(
  { studio, session }: { readonly studio: StudioReplica; readonly session: ReviewSessionRow },
  opener: PacketOpener,
): Promise<readonly PacketSource[]> {
  const { studioId } = studio
  const review = await opener.openReview({ studioId, sessionId: session.id })
  await opener.caughtUp(`review:${session.id}`)
  const entries = review.getEntries()
  const spaces = new Map<SpaceId, SpaceReplica>()
  for (const spaceId of new Set(entries.map((entry) => entry.spaceId))) {
    if (studio.replica.find('spaces', spaceId) === undefined) continue
    spaces.set(spaceId, await opener.openSpace({ studioId, spaceId }))
    await opener.caughtUp(`space:${spaceId}`)
  }
  const sources: PacketSource[] = []
  const held: (() => void)[] = []
  const waiting = entries.entries()
  const work = async (): Promise<void> => {
    for (const [at, entry] of waiting) {
      const { spaceId, itemId, taskId } = entry
      const space = spaces.get(spaceId)
      const isThere = space?.replica.find('item_tasks', taskId) !== undefined
      // The room that shows them lets go of items at any time.
      if (isThere) held.push(opener.hold(`item:${itemId}`))
      const item = isThere ? await opener.openItem({ studioId, spaceId, itemId }) : undefined
      if (item !== undefined) await opener.caughtUp(`item:${itemId}`)
      sources[at] = { entry, space, item }
    }
  }
  try {
    await Promise.all(Array.from({ length: parallel }, work))
  } finally {
    for (const letGo of held) letGo()
  }
  return sources
}
