import type { Gateway } from '#core/gateway/ports.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ItemId, ProjectId, StageId, StatusId, StudioId, TaskId, UserId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'

/** Why a task is late: the first that fits, in this order. */
export const lateReasons = ['nobody', 'review', 'stage', 'away', 'estimate', 'retakes', 'not_begun', 'in_work'] as const
export type LateReason = (typeof lateReasons)[number]

/** A stage's tasks, and how many days it is ahead (or, negative, behind) its dates; null where none has a date. */
export type StageProgress = {
  readonly stageId: StageId
  readonly tasks: number
  readonly done: number
  readonly late: number
  readonly dated: number
  readonly days: number | null
  readonly statuses: Readonly<Record<StatusId, number>>
}

/** Where a task is, as a list shows it. */
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

/** A task that is late by so many days; `detail` as `private.late_tasks` says of each reason. */
export type LateTask = PlacedTask & {
  readonly days: number
  readonly reason: LateReason
  readonly detail: string | null
}

/** Tasks that wait for a review, for somebody to take them, or, with notes, for their artist. */
export type Waiting = {
  readonly kind: 'review' | 'nobody' | 'notes'
  readonly userId: UserId | null
  readonly tasks: number
  /** For how many days the longest waits. */
  readonly days: number
}

/** Somebody's hours in the next 14 days, of all projects, and those they have. */
export type PersonLoad = { readonly userId: UserId; readonly hours: number; readonly capacity: number }

/** How a project, or all active ones of a studio, stand on a day; each number as `get_overview` defines it. */
export type Overview = {
  readonly today: CalendarDate
  readonly stages: readonly StageProgress[]
  /** Eight weeks by their Mondays, the running one last. */
  readonly weeks: readonly { readonly week: CalendarDate; readonly tasks: number }[]
  readonly late: {
    readonly tasks: number
    /** Of all of them together. */
    readonly days: number
    readonly reasons: readonly { readonly reason: LateReason; readonly tasks: number }[]
    readonly first: readonly LateTask[]
  }
  readonly waiting: readonly Waiting[]
  readonly load: readonly PersonLoad[]
}

/** What an overview is of: a project, or all active ones. */
export type OverviewPlace = {
  readonly studioId: StudioId
  readonly projectId: ProjectId | undefined
  readonly timeZone: string
}

/** A number of an overview, by what is behind it; `key` is a stage's or person's id, a reason, or a Monday. */
export type TaskList = {
  readonly kind: 'tasks' | 'done' | 'stage' | 'late' | 'week' | 'review' | 'nobody' | 'notes' | 'load'
  readonly key?: string
}

/** A task of such a list. */
export type ListedTask = PlacedTask & { readonly dueDate: CalendarDate | null; readonly isDone: boolean }

type Asks = { readonly gateway: Pick<Gateway, 'call'> }

const pageSize = 100

/** How a project or studio stands. Fails with an `AppError`. */
export async function loadOverview(place: OverviewPlace, { gateway }: Asks): Promise<Overview> {
  // The procedure's own fields (get_overview).
  return toCamelCase(await gateway.call('get_overview', toArguments(place))) as Overview
}

/** The same, asked for as long as somebody looks at it; one row. */
export const overviewQuery = defineQuery({
  name: 'overview',
  fields: { today: true, stages: true, weeks: true, late: true, waiting: true, load: true },
  // It counts over everything.
  restMs: 30_000,
  fetch: async (gateway, place: OverviewPlace) => {
    const items: readonly Overview[] = [await loadOverview(place, { gateway })]
    return { items, next: undefined }
  },
})

/** The tasks behind a number, by due date, those without one last. */
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

/** Keys such as `task_id`, all the way down; ids as keys stay as they are. */
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
