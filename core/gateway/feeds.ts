import { textOf } from '#core/lib/json.ts'
import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { feedActions } from '#core/feeds/filter.ts'
import {
  notificationKinds,
  type Assignment,
  type FeedItem,
  type FeedPlace,
  type NotificationItem,
} from '#core/feeds/entry.ts'
import {
  toId,
  type ItemId,
  type SpaceId,
  type MediaId,
  type NotificationId,
  type StatusId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { badAnswer, callFunction, type Http } from './http.ts'
import type { FeedGateway, FeedPage } from './ports.ts'
import type { Rest } from './rest.ts'

type Wire = Readonly<Record<string, unknown>>

/** Makes the gateway to the studio feed and the person's notifications, both paged. */
export function makeFeeds(http: Http, rest: Rest): FeedGateway {
  return {
    loadStudioFeed: async ({ studioId, actions, after, signal }) => {
      const search = { studio_id: studioId, limit: '100', actions: actions.join(','), ...(after && { after }) }
      return toPage(await callFunction(http, 'studio-feed', { search, ...(signal && { signal }) }), toFeedItem)
    },
    loadNotifications: async ({ studioId, after, signal }) => {
      const search = { studio_id: studioId, limit: '50', ...(after && { after }) }
      return toPage(await callFunction(http, 'notifications', { search, ...(signal && { signal }) }), toNotification)
    },
    loadActivity: async ({ studioId, userId, after, signal }) => {
      const args = {
        p_studio_id: studioId,
        p_limit: activityPageSize,
        ...toPosition(after),
        ...(userId && { p_user_id: userId }),
      }
      return toPositionedPage(await rest.call('list_studio_feed', args, signal), activityPageSize)
    },
    loadMentions: async ({ studioId, userId, after, signal }) => {
      const args = { p_studio_id: studioId, p_user_id: userId, p_limit: mentionPageSize, ...toPosition(after) }
      return toPositionedPage(await rest.call('list_mentions', args, signal), mentionPageSize)
    },
    loadAssignments: async ({ studioId, userId, after, signal }) => {
      const [due, id]: readonly (string | null)[] = after === undefined ? [] : JSON.parse(after)
      const position = after === undefined ? {} : { p_after_due: due, p_after_id: id }
      const args = { p_studio_id: studioId, p_user_id: userId, p_limit: assignmentPageSize, ...position }
      const rows = listOf(await rest.call('list_assignments', args, signal))
      const items = rows.map(toAssignment)
      const last = items.at(-1)
      const isFull = rows.length === assignmentPageSize && last !== undefined
      return { items, next: isFull ? JSON.stringify([last.dueDate ?? null, last.taskId]) : undefined }
    },
    markViewed: async (wanted) => {
      const args = 'ids' in wanted ? { p_ids: wanted.ids } : { p_before: new Date(wanted.before).toISOString() }
      const count = await rest.call('mark_notifications_viewed', args)
      return typeof count === 'number' ? count : 0
    },
  }
}

// Page sizes (document 3, section 9).
const activityPageSize = 50
const mentionPageSize = 100
const assignmentPageSize = 100

function toPosition(after: string | undefined): { readonly p_after_time?: string; readonly p_after_id?: string } {
  if (after === undefined) return {}
  const [time = '', id = '']: readonly string[] = JSON.parse(after)
  return { p_after_time: time, p_after_id: id }
}

/** Builds a page whose cursor keeps the server's own text of the timestamp, which is more precise than milliseconds. */
function toPositionedPage(answer: unknown, pageSize: number): FeedPage<FeedItem> {
  const rows = listOf(answer)
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  const next = last && JSON.stringify([last['created_at'], last['id']])
  return { items: rows.map(toFeedItem), next }
}

function listOf(answer: unknown): readonly Wire[] {
  if (!Array.isArray(answer)) throw badAnswer('a feed')
  return answer.map((row: unknown) => Object(row))
}

function toAssignment(row: Wire): Assignment {
  const place = toPlace(row)
  if (place === undefined) throw badAnswer('an assignment')
  const due = row['due_date']
  return {
    ...place,
    dueDate: isCalendarDate(due) ? due : undefined,
    priority: Number(row['priority'] ?? 0),
    thumbnailId: findId<MediaId>(row['thumbnail_id']),
  }
}

function toPage<Item>(answer: unknown, toItem: (row: Wire) => Item): FeedPage<Item> {
  const { items, next_cursor: next }: { items?: unknown; next_cursor?: unknown } = Object(answer)
  if (!Array.isArray(items)) throw badAnswer('a feed')
  return { items: items.map((row: unknown) => toItem(Object(row))), next: typeof next === 'string' ? next : undefined }
}

function toFeedItem(row: Wire): FeedItem {
  const [place, action] = [toPlace(row), feedActions.find((known) => known === row['action'])]
  if (place === undefined || action === undefined) throw badAnswer('a feed')
  return {
    ...toTold(row),
    ...place,
    id: textOf(row['id']),
    action,
    assigneeId: findId<UserId>(row['assignee_id']),
    thumbnailId: findId<MediaId>(row['revision_thumbnail_id']),
  }
}

function toNotification(row: Wire): NotificationItem {
  const kind = notificationKinds.find((known) => known === row['type'])
  if (kind === undefined) throw badAnswer('a notification')
  const data: Wire = Object(row['data'])
  const { excerpt, count, revision, changedStatus: changed_status } = data
  const { versionNumber }: { versionNumber?: unknown } = Object(revision)
  return {
    ...toTold({ ...row, version_number: versionNumber, excerpt, changed_status }),
    id: textOf(row['recipient_id']),
    recipientId: toId<NotificationId>(textOf(row['recipient_id'])),
    kind,
    place: toPlace(row),
    thumbnailId: findId<MediaId>(row['thumbnail_id']),
    isViewed: row['viewed'] === true,
    taskCount: typeof count === 'number' ? count : 1,
  }
}

function toTold(row: Wire) {
  const version = Number(row['version_number'] ?? Number.NaN)
  return {
    actorId: findId<UserId>(row['actor_id']),
    actorName: textOf(row['actor_name']),
    createdAt: Date.parse(textOf(row['created_at'])),
    versionNumber: Number.isInteger(version) ? version : undefined,
    excerpt: textOf(row['excerpt']),
    changedStatus: textOf(row['changed_status']) || undefined,
  }
}

function toPlace(row: Wire): FeedPlace | undefined {
  if (typeof row['task_id'] !== 'string') return undefined
  return {
    taskId: toId<TaskId>(row['task_id']),
    taskName: textOf(row['task_name']),
    itemId: toId<ItemId>(textOf(row['item_id'])),
    itemName: textOf(row['item_name']),
    collectionName: textOf(row['collection_name']),
    spaceId: toId<SpaceId>(textOf(row['space_id'])),
    spaceName: textOf(row['space_name']),
    projectName: textOf(row['project_name']),
    statusId: toId<StatusId>(textOf(row['status_id'])),
    url: textOf(row['url']),
  }
}

function findId<Id extends UserId | MediaId>(value: unknown): Id | undefined {
  return typeof value === 'string' ? toId<Id>(value) : undefined
}
