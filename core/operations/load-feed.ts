import type { FeedItem, NotificationItem } from '../domain/feed-entry.ts'
import { activeFeedActions, type FeedFilter } from '../domain/feed-filter.ts'
import type { FeedPage, Gateway } from '../gateway/ports.ts'
import type { StudioId } from '../lib/ids.ts'

export type FeedRequest = {
  readonly studioId: StudioId
  readonly filter: FeedFilter
  /** Where the page before ended; absent for the first. */
  readonly after: string | undefined
  readonly signal?: AbortSignal
}

/** A page of what concerns the reader, or the studio. With both kinds switched off nothing is asked and nothing more exists. */
export async function loadFeed(
  { studioId, filter, after, signal }: FeedRequest,
  { feeds }: Pick<Gateway, 'feeds'>,
): Promise<FeedPage<FeedItem | NotificationItem>> {
  const actions = activeFeedActions(filter)
  if (actions.length === 0) return { items: [], next: undefined }
  const request = { studioId, after, ...(signal && { signal }) }
  if (filter.activeMemberIds === 'me') return await feeds.loadNotifications(request)
  return await feeds.loadStudioFeed({ ...request, actions })
}
