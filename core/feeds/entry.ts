import type { ItemId, MediaId, NotificationId, SpaceId, StatusId, TaskId, UserId } from '#core/lib/ids.ts'
import type { CalendarDate, EpochMs } from '#core/lib/calendar-date.ts'
import type { FeedAction, FeedFilter } from './filter.ts'

/** A task's place, as feeds name it. */
export type FeedPlace = {
  readonly taskId: TaskId
  readonly taskName: string
  readonly itemId: ItemId
  readonly itemName: string
  readonly collectionName: string
  readonly spaceId: SpaceId
  readonly spaceName: string
  readonly projectName: string
  readonly statusId: StatusId
  /** The app path of what happened. */
  readonly url: string
}

type Told = {
  /** Unique in its kind: the id of the comment or revision, or of this person's notification. */
  readonly id: string
  readonly actorId: UserId | undefined
  /** `Unknown` if nobody is known. */
  readonly actorName: string
  readonly createdAt: EpochMs
  readonly versionNumber: number | undefined
  /** The beginning of the text; empty without one. */
  readonly excerpt: string
  /** The status it set, if that is all it did. */
  readonly changedStatus: string | undefined
}

/** An entry of the studio feed (document 1, section 3). */
export type FeedItem = Told &
  FeedPlace & {
    readonly action: FeedAction
    readonly assigneeId: UserId | undefined
    readonly thumbnailId: MediaId | undefined
  }

export const notificationKinds = [
  'mention',
  'assignment',
  'comment',
  'revision',
  'status_change',
  'rule',
  'review',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A notification. If its subject is no longer visible to the person, it has no place. */
export type NotificationItem = Told & {
  readonly recipientId: NotificationId
  readonly kind: NotificationKind
  readonly place: FeedPlace | undefined
  readonly isViewed: boolean
  /** The thumbnail of the item it is about. */
  readonly thumbnailId: MediaId | undefined
  /** How many tasks were affected by one change of status or assignment, or reviewed in a session. */
  readonly taskCount: number
}

/** An open task of a person. */
export type Assignment = FeedPlace & {
  readonly dueDate: CalendarDate | undefined
  readonly priority: number
  readonly thumbnailId: MediaId | undefined
}

/** Describes what happened, in words that follow the actor's name. */
export function actionTextOf(
  item: FeedItem | Pick<NotificationItem, 'kind' | 'taskCount' | 'versionNumber' | 'changedStatus'>,
): string {
  const version = item.versionNumber === undefined ? '' : ` v${item.versionNumber}`
  if (item.changedStatus !== undefined) return `changed status to ${item.changedStatus}`
  if ('action' in item) return item.action === 'REVISION_ADD' ? `posted revision${version}` : 'commented'
  const tasks = item.taskCount === 1 ? 'a task' : `${item.taskCount} tasks`
  switch (item.kind) {
    case 'mention':
      return 'mentioned you'
    case 'assignment':
      return `assigned you ${tasks}`
    case 'status_change':
      return `changed the status of ${tasks}`
    case 'revision':
      return `posted revision${version}`
    case 'comment':
      return 'commented'
    case 'rule':
      return 'told you by a rule'
    case 'review':
      return `reviewed ${tasks}`
  }
}

/**
 * Tells whether a notification is shown: the toggles decide about revisions and written texts; every other kind shows
 * while either is on. Its status, if any, must be among the selected ones, of which there must be at least one; a
 * review covers tasks with several.
 */
export function isNotificationShown({ kind, place }: NotificationItem, filter: FeedFilter): boolean {
  const { showRevisions, showComments, activeStatusIds } = filter
  if (activeStatusIds.length === 0) return false
  if (place !== undefined && kind !== 'review' && !activeStatusIds.includes(place.statusId)) return false
  if (kind === 'revision') return showRevisions
  if (kind === 'comment' || kind === 'mention') return showComments
  return showRevisions || showComments
}

/** Merges newly loaded entries with known ones, each once, newest first; loaded ones replace known ones. */
export function mergeNewest<Item extends { readonly id: string; readonly createdAt: EpochMs }>(
  known: readonly Item[],
  loaded: readonly Item[],
): readonly Item[] {
  const ids = new Set(loaded.map(({ id }) => id))
  const merged = [...loaded, ...known.filter(({ id }) => !ids.has(id))]
  return merged.toSorted((first, second) => second.createdAt - first.createdAt)
}
