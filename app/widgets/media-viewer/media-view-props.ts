import type { MediaRow } from '#core/schema/media.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'

export type MediaViewProps = {
  readonly media: MediaRow
  readonly urls: MediaUrls | undefined
  /** Loads it again after it could not be shown. */
  readonly onRetry?: () => void
}
