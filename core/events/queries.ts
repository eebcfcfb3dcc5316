import { AppError } from '#core/lib/errors.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'
import { toEvent, type StudioEvent } from './event.ts'

/** A filter for a studio's log; absent fields do not narrow it. */
export type ActivityFilter = {
  readonly studioId: StudioId
  readonly projectId?: string | undefined
  readonly itemId?: string | undefined
  readonly taskId?: string | undefined
  readonly actorId?: string | undefined
  /** `task.status_changed`, or `task` for all events of tasks. */
  readonly kind?: string | undefined
  /** A moment in ISO 8601. */
  readonly from?: string | undefined
}

const pageSize = 50

/** Events visible to the person, newest first. */
export const eventsQuery = defineQuery<ActivityFilter, StudioEvent>({
  name: 'events',
  fields: {
    id: true,
    seq: true,
    createdAt: true,
    kind: true,
    names: true,
    old: true,
    new: true,
    actorKind: true,
    actorId: true,
    actorName: true,
    itemId: true,
    taskId: true,
    operationId: true,
    cause: true,
    url: true,
    isUndoable: true,
    changes: true,
  },
  fetch: async (gateway, filter, { after }) => {
    const { studioId, projectId, itemId, taskId, actorId, kind, from } = filter
    const answer = await gateway.call('list_activity', {
      p_studio_id: studioId,
      p_limit: pageSize,
      ...(after !== undefined && { p_before: Number(after) }),
      ...(projectId !== undefined && { p_project_id: projectId }),
      ...(itemId !== undefined && { p_item_id: itemId }),
      ...(taskId !== undefined && { p_task_id: taskId }),
      ...(actorId !== undefined && { p_actor_id: actorId }),
      ...(kind !== undefined && { p_kinds: [kind] }),
      ...(from !== undefined && { p_from: from }),
    })
    const { events, before }: { events?: unknown; before?: unknown } = Object(answer)
    if (!Array.isArray(events)) throw new AppError('unexpected', 'The server’s answer is not a list of events.')
    const items = events.map(toEvent).filter((event) => event !== undefined)
    return { items, next: typeof before === 'number' ? String(before) : undefined }
  },
  merge: (known, loaded, { isFirst, hasLater }) => {
    const ids = new Set(loaded.map(({ id }) => id))
    const others = known.filter(({ id }) => !ids.has(id))
    if (!isFirst) return [...others, ...loaded]
    return hasLater ? [...loaded, ...others] : loaded
  },
})
