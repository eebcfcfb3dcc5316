import { listAssignees } from '#core/plan/space-tasks.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { TaskId, UserId } from '#core/lib/ids.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { compareDueDates } from '#core/tasks/due-label.ts'
import { listItems, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'

/** A task with all that its row says. */
export type TaskRow = {
  readonly task: Task
  readonly place: ProjectItem
  readonly stage: StageRow
  readonly status: StatusRow | undefined
  readonly artists: readonly UserId[]
}

export const taskSorts = ['place', 'due', 'status', 'stage', 'priority', 'artist'] as const
export type TaskSort = (typeof taskSorts)[number]

/** What the list is narrowed to and how it stands. Empty lists stand for all. */
export type TaskListView = {
  readonly query: string
  readonly isMineOnly: boolean
  readonly stageIds: readonly string[]
  readonly statusIds: readonly string[]
  readonly artistIds: readonly string[]
  /** One of `taskSorts`, or the id of a field of tasks. */
  readonly sort: string
  /** What holds for those that are shown, in the expression language; everything where empty. */
  readonly condition: string
}

const listed = new WeakMap<StudioReplica, { readonly key: string; readonly rows: readonly TaskRow[] }>()

/** Every task of a project that can be worked on, the same list until anything in it changes. */
export function listTasks(content: ProjectContent): readonly TaskRow[] {
  const { studio, project, version } = content
  const key = `${project.id} ${version}`
  const known = listed.get(studio)
  if (known?.key === key) return known.rows
  const rows = readTasks(content)
  listed.set(studio, { key, rows })
  return rows
}

/** Disabled tasks and those of omitted items are left out. */
function readTasks(content: ProjectContent): readonly TaskRow[] {
  const stages = content.studio.getStages()
  const order = new Map(stages.map((stage, index) => [stage.id, { stage, index }]))
  const statuses = content.studio.replica.getRows('task_statuses')
  return listItems(content).flatMap((place) => {
    if (place.item.isOmitted) return []
    return place.replica
      .getTasks(place.item.id)
      .flatMap((task) => {
        const known = order.get(task.stageId)
        return known === undefined || task.isDisabled ? [] : [{ task, ...known }]
      })
      .sort((one, other) => one.index - other.index)
      .map(({ task, stage }) => ({
        task,
        place,
        stage,
        status: statuses.get(task.statusId),
        artists: listAssignees(place.replica, task),
      }))
  })
}

type ArrangeOptions = {
  readonly me: UserId
  /** Whether the condition of the view holds. */
  readonly holds?: ((row: TaskRow) => boolean) | undefined
  /** The order by a field of tasks. */
  readonly byField?: ((one: TaskRow, other: TaskRow) => number) | undefined
}

/** The rows that a view shows, in its order; rows that are alike stay in the order of the project. */
export function arrangeTasks(
  rows: readonly TaskRow[],
  view: TaskListView,
  { me, holds = () => true, byField }: ArrangeOptions,
): readonly TaskRow[] {
  const words = view.query.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = rows.filter((row) => {
    if ((view.isMineOnly && !row.artists.includes(me)) || !holds(row)) return false
    if (view.stageIds.length > 0 && !view.stageIds.includes(row.stage.id)) return false
    if (view.statusIds.length > 0 && !view.statusIds.includes(row.task.statusId)) return false
    if (view.artistIds.length > 0 && !row.artists.some((id) => view.artistIds.includes(id))) return false
    const text =
      `${row.place.item.title} ${row.place.collection.name} ${row.place.space.name} ${row.stage.name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const compare = byField ?? comparisons[taskSorts.find((sort) => sort === view.sort) ?? 'place']
  return compare === undefined ? shown : shown.toSorted(compare)
}

const comparisons: { readonly [Sort in TaskSort]: ((one: TaskRow, other: TaskRow) => number) | undefined } = {
  place: undefined,
  due: (one, other) => compareDueDates(one.task.dueDate, other.task.dueDate),
  status: (one, other) => (one.status?.position ?? 0) - (other.status?.position ?? 0),
  stage: (one, other) => one.stage.orderIndex - other.stage.orderIndex,
  priority: (one, other) => other.task.priority - one.task.priority,
  artist: (one, other) => compareArtists(one.artists[0], other.artists[0]),
}

/** Nobody comes last. */
function compareArtists(one: UserId | undefined, other: UserId | undefined): number {
  if (one === other) return 0
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1
  return one < other ? -1 : 1
}

/** How many of some tasks are done, and how many are late on a day. */
export function countTasks(
  rows: readonly TaskRow[],
  today: CalendarDate,
): { readonly done: number; readonly late: number } {
  const open = rows.filter(({ status }) => status?.isDone !== true)
  const late = open.filter(({ task }) => task.dueDate !== undefined && task.dueDate < today)
  return { done: rows.length - open.length, late: late.length }
}

/** The tasks that a change is about, by space: a change is one step in each of them. */
export function groupBySpace(
  rows: readonly TaskRow[],
): readonly (readonly [ProjectItem['replica'], readonly TaskId[]])[] {
  const groups = Map.groupBy(rows, ({ place }) => place.replica)
  return [...groups].map(([replica, group]) => [replica, group.map(({ task }) => task.id)] as const)
}
