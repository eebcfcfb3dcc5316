import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'

export type FeedContext = {
  readonly urls: MediaUrls | undefined
  readonly studioSlug: string
  readonly userId: string
  readonly canDelete: boolean
  readonly now: EpochMs
  /** IANA, the reader's. */
  readonly timeZone: string
}
