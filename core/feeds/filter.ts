import type { StatusId, UserId } from '#core/lib/ids.ts'

/** The actions that feed entries report. */
export const feedActions = ['REVISION_ADD', 'COMMENT_ADD'] as const
export type FeedAction = (typeof feedActions)[number]

/** A person's feed filter; `me` is the personal mode. */
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
 * Tells whether an entry is shown (document 1, section 5): its action's filter is on, and at least one status is
 * selected, including the entry's own if it has one; in personal mode it must be assigned to the reader and done by
 * somebody else.
 */
export function isFeedItemShown(item: FilteredItem, filter: FeedFilter, readerId: UserId): boolean {
  if (!activeFeedActions(filter).includes(item.action) || filter.activeStatusIds.length === 0) return false
  if (item.statusId !== undefined && !filter.activeStatusIds.includes(item.statusId)) return false
  return filter.activeMemberIds === 'studio' || (item.assigneeId === readerId && item.actorId !== readerId)
}

/** Returns the actions to ask the server for; if there are none, the feed is empty without asking. */
export function activeFeedActions(filter: Pick<FeedFilter, 'showRevisions' | 'showComments'>): readonly FeedAction[] {
  return feedActions.filter((action) => (action === 'REVISION_ADD' ? filter.showRevisions : filter.showComments))
}

/** Reads stored filter choices; returns the fallback if they are missing or corrupt. */
export function parseFeedFilter(value: unknown, fallback: FeedFilter): FeedFilter {
  if (typeof value !== 'object' || value === null) return fallback
  const { showRevisions, showComments, activeStatusIds, activeMemberIds } = value as Partial<Record<string, unknown>>
  const isComplete =
    typeof showRevisions === 'boolean' &&
    typeof showComments === 'boolean' &&
    Array.isArray(activeStatusIds) &&
    activeStatusIds.every((id) => typeof id === 'string') &&
    (activeMemberIds === 'me' || activeMemberIds === 'studio')
  // The ids were stored from this same type; unknown ones match nothing.
  return isComplete
    ? { showRevisions, showComments, activeStatusIds: activeStatusIds as StatusId[], activeMemberIds }
    : fallback
}
