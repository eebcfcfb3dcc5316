import { isNotificationShown } from '#core/feeds/entry.ts'
import { dropDuplicateFeedItems } from '#core/feeds/dedup.ts'
import { isFeedItemShown, type FeedFilter } from '#core/feeds/filter.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { PanelEntry } from './feed-store.ts'

type Chosen = { readonly filter: FeedFilter; readonly memberId: UserId | undefined; readonly readerId: UserId }

/** Returns the entries that pass the filters; a revision and its comment count once. */
export function shownEntries(entries: readonly PanelEntry[], { filter, memberId, readerId }: Chosen) {
  const feed = dropDuplicateFeedItems(entries.flatMap((entry) => ('action' in entry ? [entry] : [])))
  const kept = new Set(feed.map(({ id }) => id))
  return entries.filter((entry) => {
    if (!('action' in entry)) return isNotificationShown(entry, filter)
    const isOfMember = memberId === undefined || entry.actorId === memberId
    return kept.has(entry.id) && isOfMember && isFeedItemShown(entry, filter, readerId)
  })
}

/** Returns the text shown if there are no entries; undefined if there are some. */
export function emptyTextOf(state: {
  readonly filter: FeedFilter
  readonly entryCount: number
  readonly shownCount: number
  readonly isLoading: boolean
  readonly hasMore: boolean
}): string | undefined {
  const { filter, entryCount, shownCount, isLoading, hasMore } = state
  if (shownCount > 0) return undefined
  if ((!filter.showRevisions && !filter.showComments) || filter.activeStatusIds.length === 0)
    return 'Select at least one filter'
  if (isLoading || hasMore) return 'Loading…'
  return entryCount > 0 ? 'No matching activity' : 'No activity yet'
}
