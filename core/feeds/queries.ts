import { defineQuery } from '#core/query/define-query.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import { mergeNewest, type Assignment, type FeedItem, type FeedPlace, type NotificationItem } from './entry.ts'
import type { FeedAction } from './filter.ts'

type OfPerson = { readonly studioId: StudioId; readonly userId: UserId }
type Fields<Row> = Readonly<Record<keyof Row & string, true>>

const placeFields: Fields<FeedPlace> = {
  taskId: true,
  taskName: true,
  itemId: true,
  itemName: true,
  collectionName: true,
  spaceId: true,
  spaceName: true,
  projectName: true,
  statusId: true,
  url: true,
}
const toldFields: Fields<Pick<FeedItem, keyof FeedItem & keyof NotificationItem>> = {
  id: true,
  actorId: true,
  actorName: true,
  createdAt: true,
  versionNumber: true,
  excerpt: true,
  changedStatus: true,
  thumbnailId: true,
}
const itemFields: Fields<FeedItem> = {
  ...placeFields,
  ...toldFields,
  action: true,
  assigneeId: true,
}

/** The studio feed, newest first. Without actions it is empty, and nothing is asked. */
export const studioFeedQuery = defineQuery({
  name: 'studio-feed',
  fields: itemFields,
  fetch: async ({ feeds }, args: { readonly studioId: StudioId; readonly actions: readonly FeedAction[] }, place) =>
    args.actions.length === 0 ? { items: [], next: undefined } : await feeds.loadStudioFeed({ ...args, ...place }),
  merge: mergeNewest<FeedItem>,
})

/** The person's notifications, newest first. */
export const notificationsQuery = defineQuery({
  name: 'notifications',
  fields: { ...toldFields, recipientId: true, kind: true, place: true, isViewed: true, taskCount: true },
  fetch: async ({ feeds }, args: { readonly studioId: StudioId }, place) =>
    await feeds.loadNotifications({ ...args, ...place }),
  merge: mergeNewest<NotificationItem>,
})

/** What one person did, or everybody if `userId` is undefined, newest first. */
export const activityQuery = defineQuery({
  name: 'activity',
  fields: itemFields,
  fetch: async (
    { feeds },
    args: { readonly studioId: StudioId; readonly userId: UserId | undefined },
    { after, signal },
  ) => await feeds.loadActivity({ ...args, after, signal }),
  merge: mergeNewest<FeedItem>,
})

/** The comments that mention a person, newest first. */
export const mentionsQuery = defineQuery({
  name: 'mentions',
  fields: itemFields,
  fetch: async ({ feeds }, args: OfPerson, { after, signal }) => await feeds.loadMentions({ ...args, after, signal }),
  merge: mergeNewest<FeedItem>,
})

/** A person's open tasks by due date, undated last. */
export const assignmentsQuery = defineQuery({
  name: 'assignments',
  fields: { ...placeFields, dueDate: true, priority: true, thumbnailId: true },
  fetch: async ({ feeds }, args: OfPerson, { after, signal }) =>
    await feeds.loadAssignments({ ...args, after, signal }),
  merge: (known: readonly Assignment[], loaded, { isFirst, hasLater }) => {
    const ids = new Set(loaded.map(({ taskId }) => taskId))
    const others = known.filter(({ taskId }) => !ids.has(taskId))
    if (!isFirst) return [...others, ...loaded]
    // If the first page is complete, known tasks missing from it are done or reassigned.
    return hasLater ? [...loaded, ...others.slice(loaded.length)] : loaded
  },
})
