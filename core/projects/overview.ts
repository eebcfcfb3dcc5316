import type { Gateway } from '#core/gateway/ports.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ItemId, ProjectId, StageId, StatusId, StudioId, TaskId, UserId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'

/** Reasons for a task being late; the first that applies, in this order, is given. */
export const lateReasons = ['nobody', 'review', 'stage', 'away', 'estimate', 'retakes', 'not_begun', 'in_work'] as const
export type LateReason = (typeof lateReasons)[number]

/** A stage's tasks, and how many days it is ahead of its dates or, if negative, behind; null if none has a date. */
export type StageProgress = {
  readonly stageId: StageId
  readonly tasks: number
  readonly done: number
  readonly late: number
  readonly dated: number
  readonly days: number | null
  readonly statuses: Readonly<Record<StatusId, number>>
}

/** A task's place, for lists. */
export type PlacedTask = {
  readonly taskId: TaskId
  readonly taskName: string
  readonly itemId: ItemId
  readonly itemName: string
  readonly collectionName: string
  readonly spaceName: string
  readonly projectName: string
  readonly statusId: StatusId
  readonly assigneeId: UserId | null
  readonly url: string
}

/** A late task and by how many days; `private.late_tasks` defines `detail` for each reason. */
export type LateTask = PlacedTask & {
  readonly days: number
  readonly reason: LateReason
  readonly detail: string | null
}

/** Tasks that wait for a review, for an artist or, with notes, for their artist's reply. */
export type Waiting = {
  readonly kind: 'review' | 'nobody' | 'notes'
  readonly userId: UserId | null
  readonly tasks: number
  /** How many days the oldest has been waiting. */
  readonly days: number
}

/** Somebody's planned and available hours in the next 14 days, across all projects. */
export type PersonLoad = { readonly userId: UserId; readonly hours: number; readonly capacity: number }

/** How a project, or all active ones of a studio, stand on a day; `get_overview` defines each number. */
export type Overview = {
  readonly today: CalendarDate
  readonly stages: readonly StageProgress[]
  /** Eight weeks by their Mondays, the current one last. */
  readonly weeks: readonly { readonly week: CalendarDate; readonly tasks: number }[]
  readonly late: {
    readonly tasks: number
    /** The total over all late tasks. */
    readonly days: number
    readonly reasons: readonly { readonly reason: LateReason; readonly tasks: number }[]
    readonly first: readonly LateTask[]
  }
  readonly waiting: readonly Waiting[]
  readonly load: readonly PersonLoad[]
}

/** The subject of an overview: a project, or all active ones. */
export type OverviewPlace = {
  readonly studioId: StudioId
  readonly projectId: ProjectId | undefined
  readonly timeZone: string
}

/**
 * A number in an overview, by the list of tasks behind it; `key` is a stage's or person's id, a reason, or a Monday.
 */
export type TaskList = {
  readonly kind: 'tasks' | 'done' | 'stage' | 'late' | 'week' | 'review' | 'nobody' | 'notes' | 'load'
  readonly key?: string
}

/** A task in such a list. */
export type ListedTask = PlacedTask & { readonly dueDate: CalendarDate | null; readonly isDone: boolean }

type Asks = { readonly gateway: Pick<Gateway, 'call'> }

const pageSize = 100

/** Loads how a project or studio stands. Fails with an `AppError`. */
export async function loadOverview(place: OverviewPlace, { gateway }: Asks): Promise<Overview> {
  // The procedure's own fields (get_overview).
  return toCamelCase(await gateway.call('get_overview', toArguments(place))) as Overview
}

/** The same, refreshed while it is on screen; one row. */
export const overviewQuery = defineQuery({
  name: 'overview',
  fields: { today: true, stages: true, weeks: true, late: true, waiting: true, load: true },
  // It counts everything.
  restMs: 30_000,
  fetch: async (gateway, place: OverviewPlace) => {
    const items: readonly Overview[] = [await loadOverview(place, { gateway })]
    return { items, next: undefined }
  },
})

/** The tasks behind a number, by due date, undated last. */
export const overviewTasksQuery = defineQuery({
  name: 'overview-tasks',
  restMs: 30_000,
  fields: {
    taskId: true,
    taskName: true,
    itemId: true,
    itemName: true,
    collectionName: true,
    spaceName: true,
    projectName: true,
    statusId: true,
    assigneeId: true,
    url: true,
    dueDate: true,
    isDone: true,
  },
  fetch: async (gateway, { kind, key, ...place }: OverviewPlace & TaskList, { after }) => {
    const [due, id]: readonly (string | null)[] = after === undefined ? [] : JSON.parse(after)
    const answer = await gateway.call('list_overview_tasks', {
      ...toArguments(place),
      p_list: kind,
      ...(key !== undefined && { p_key: key }),
      ...(after !== undefined && { p_after_due: due, p_after_id: id }),
    })
    const items = toCamelCase(answer) as readonly ListedTask[] // the procedure's own fields (list_overview_tasks)
    const last = items.length === pageSize ? items.at(-1) : undefined
    return { items, next: last && JSON.stringify([last.dueDate, last.taskId]) }
  },
  merge: (known: readonly ListedTask[], loaded, { isFirst }) => {
    if (isFirst) return loaded
    const ids = new Set(loaded.map(({ taskId }) => taskId))
    return [...known.filter(({ taskId }) => !ids.has(taskId)), ...loaded]
  },
})

function toArguments({ studioId, projectId, timeZone }: OverviewPlace): Readonly<Record<string, unknown>> {
  return { p_studio_id: studioId, p_time_zone: timeZone, ...(projectId !== undefined && { p_project_id: projectId }) }
}

/** Converts keys such as `task_id` at every depth; keys that are ids stay unchanged. */
function toCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      toCamelCase(inner),
    ]),
  )
}
