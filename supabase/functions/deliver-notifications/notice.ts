import { actionTextOf, notificationKinds, type NotificationKind } from '#core/feeds/entry.ts'

/**
 * A notification as the database describes it to its recipient; without its task's names if they may no longer see it.
 */
export type Notice = {
  recipient_id: string
  type: string
  actor_name: string
  studio_name: string
  data: {
    excerpt?: unknown
    count?: unknown
    changedStatus?: unknown
    revision?: { versionNumber?: unknown } | null
  }
  created_at: string
  project_name?: string
  item_name?: string
  task_name?: string
  url?: string
}

/** Returns who did what, such as `Ada Admin mentioned you`. */
export function titleOf({ type, actor_name: actor, data }: Notice): string {
  const version = data.revision?.versionNumber
  const action = actionTextOf({
    kind: isKind(type) ? type : 'comment',
    taskCount: typeof data.count === 'number' ? data.count : 1,
    versionNumber: typeof version === 'number' ? version : undefined,
    changedStatus: typeof data.changedStatus === 'string' ? data.changedStatus : undefined,
  })
  return `${actor} ${action}`
}

/** Returns where, such as `sh010 · Animation · Comet`; the studio if nothing closer is known. */
export function placeOf({
  item_name: item,
  task_name: task,
  project_name: project,
  studio_name: studio,
}: Notice): string {
  return [item, task, project].filter(Boolean).join(' · ') || studio
}

/** Returns the beginning of the text; empty if there is none. */
export function excerptOf({ data }: Notice): string {
  return typeof data.excerpt === 'string' ? data.excerpt.trim() : ''
}

/** Shortens a text to at most so many characters, never splitting one. */
export function shorten(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

/** Describes a failure for the schedule's log. */
export function toProblem(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function isKind(type: string): type is NotificationKind {
  return notificationKinds.some((kind) => kind === type)
}
