import type { StatusId, UserId } from '#core/lib/ids.ts'

/** What a feed entry tells of. */
export const feedActions = ['REVISION_ADD', 'COMMENT_ADD'] as const
export type FeedAction = (typeof feedActions)[number]

/** What a person wants to see in the feed; `me` is the personal mode. */
export type FeedFilter = {
  readonly showRevisions: boolean
  readonly showComments: boolean
  readonly activeStatusIds: readonly StatusId[]
  readonly activeMemberIds: 'me' | 'studio'
}

type FilteredItem = {
  readonly action: FeedAction
  readonly statusId: StatusId | undefined
  readonly assigneeId: UserId | undefined
  readonly actorId: UserId | undefined
}

/**
 * Whether an entry is shown (document 1, section 5): its action's filter is on, at least one status is selected and its
 * own, if any, among them; in personal mode it is assigned to the reader and not of their own doing.
 */
export function isFeedItemShown(item: FilteredItem, filter: FeedFilter, readerId: UserId): boolean {
  if (!activeFeedActions(filter).includes(item.action) || filter.activeStatusIds.length === 0) return false
  if (item.statusId !== undefined && !filter.activeStatusIds.includes(item.statusId)) return false
  return filter.activeMemberIds === 'studio' || (item.assigneeId === readerId && item.actorId !== readerId)
}

/** The actions to ask the server for; none means an empty feed without asking. */
export function activeFeedActions(filter: Pick<FeedFilter, 'showRevisions' | 'showComments'>): readonly FeedAction[] {
  return feedActions.filter((action) => (action === 'REVISION_ADD' ? filter.showRevisions : filter.showComments))
}

/** Reads remembered filter choices; the given ones where they are missing or corrupt. */
export function parseFeedFilter(value: unknown, fallback: FeedFilter): FeedFilter {
  if (typeof value !== 'object' || value === null) return fallback
  const { showRevisions, showComments, activeStatusIds, activeMemberIds } = value as Partial<Record<string, unknown>>
  const isComplete =
    typeof showRevisions === 'boolean' &&
    typeof showComments === 'boolean' &&
    Array.isArray(activeStatusIds) &&
    activeStatusIds.every((id) => typeof id === 'string') &&
    (activeMemberIds === 'me' || activeMemberIds === 'studio')
  // The ids were written from this same type; unknown ones match nothing.
  return isComplete
    ? { showRevisions, showComments, activeStatusIds: activeStatusIds as StatusId[], activeMemberIds }
    : fallback
}
