import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'

export type FeedContext = {
  /** The item whose files are commented on. */
  readonly item: ItemReplica
  readonly urls: MediaUrls | undefined
  readonly studioSlug: string
  readonly userId: string
  readonly canDelete: boolean
  readonly now: EpochMs
}
