import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import type { Calendar } from './calendar.ts'
import type { DemoComment } from './comments.ts'
import { getPerson } from './people.ts'
import type { DemoTask } from './pipeline.ts'

const kinds = ['mention', 'assignment', 'comment', 'revision', 'status_change'] as const
type Kind = (typeof kinds)[number]

type Notice = {
  kind: Kind
  about: { type: 'task' | 'comment'; id: string }
  task: DemoTask
  actor: string
  at: string
  data: SeedRow
  to: readonly string[]
}

type NoticeParts = {
  comments: readonly DemoComment[]
  followers: ReadonlyMap<string, ReadonlySet<string>>
  calendar: Calendar
}

/** People have viewed everything older than this. */
const unreadMinutes = 30 * 60
const newestUnread = 3
const commentsTold = 110

/** Makes recent notifications: the newest unread, the rest viewed. */
export function makeNotices({ comments, followers, calendar }: NoticeParts): Record<string, SeedRow[]> {
  const notices = [
    ...comments
      .filter(({ isAutomatic }) => !isAutomatic)
      .slice(-commentsTold)
      .flatMap((comment) => notifyOfComment(comment, followers)),
    ...comments.filter(({ isAutomatic }) => isAutomatic).flatMap((comment) => notifyOfStatus(comment, followers)),
    ...notifyOfAssignments(comments, calendar),
  ].toSorted((first, second) => second.at.localeCompare(first.at))
  const unread = new Map<string, number>()
  const isRead = (person: string, at: string): boolean => {
    const count = (unread.get(person) ?? 0) + 1
    unread.set(person, count)
    return count > newestUnread && at < calendar.ago(unreadMinutes)
  }
  return {
    notifications: notices.map((notice) => ({
      id: toNoticeId(notice),
      notification_type_id: `00000000-0000-4000-9000-00000000000${kinds.indexOf(notice.kind) + 1}`,
      project_id: notice.task.item.space.project.id,
      actor_id: notice.actor,
      target_type: notice.about.type,
      target_id: notice.about.id,
      data: notice.data,
      created_at: notice.at,
    })),
    notification_recipients: notices.flatMap((notice) =>
      notice.to.map((person) => {
        const viewed = isRead(person, notice.at)
        return {
          id: seededId('recipient', toNoticeId(notice), person),
          notification_id: toNoticeId(notice),
          user_id: person,
          project_id: notice.task.item.space.project.id,
          viewed,
          viewed_at: viewed ? calendar.later(notice.at, 45) : null,
          created_at: notice.at,
        }
      }),
    ),
  }
}

const toNoticeId = ({ kind, about }: Notice): string => seededId('notice', kind, about.id)

function notifyOfComment(comment: DemoComment, followers: NoticeParts['followers']): Notice[] {
  const { id, task, person, at, content, mentioned, metadata } = comment
  const revision = metadata['revision']
  const data = {
    taskId: task.id,
    commentId: id,
    excerpt: content.slice(0, 200),
    ...(revision !== undefined && { revision }),
  }
  const notice = { about: { type: 'comment', id }, task, actor: person.id, at, data } as const
  const following = [...(followers.get(task.id) ?? [])].filter(
    (user) => user !== person.id && !mentioned.includes(user),
  )
  const named = mentioned.filter((user) => user !== person.id)
  return [
    { ...notice, kind: 'mention' as const, to: named },
    { ...notice, kind: revision === undefined ? ('comment' as const) : ('revision' as const), to: following },
  ].filter(({ to }) => to.length > 0)
}

function notifyOfStatus({ task, person, at, metadata }: DemoComment, followers: NoticeParts['followers']): Notice[] {
  const to = [...(followers.get(task.id) ?? [])].filter((user) => user !== person.id)
  const data = { statusId: (metadata['statusInfo'] as { statusId: string }).statusId, count: 1, taskIds: [task.id] }
  return to.length === 0
    ? []
    : [{ kind: 'status_change', about: { type: 'task', id: task.id }, task, actor: person.id, at, data, to }]
}

/** The lead assigned work this week. */
function notifyOfAssignments(comments: readonly DemoComment[], calendar: Calendar): Notice[] {
  const actor = getPerson('Mei').id
  const tasks = comments.filter(
    ({ isAutomatic, task }) => isAutomatic && task.status === 'WIP' && task.assignee?.id !== actor,
  )
  return tasks.map(({ task }, index) => ({
    kind: 'assignment',
    about: { type: 'task', id: task.id },
    task,
    actor,
    at: calendar.ago(400 + index * 610),
    data: { count: 1, taskIds: [task.id] },
    to: task.assignee ? [task.assignee.id] : [],
  }))
}
