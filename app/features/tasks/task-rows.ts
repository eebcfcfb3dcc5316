import { listAssignees } from '#core/plan/space-tasks.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { listItems, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { OpenedSpace, ProjectContent } from '#app/widgets/project-content/project-content.ts'

/** A task with everything its row shows. */
export type TaskRow = {
  readonly task: Task
  readonly place: ProjectItem
  readonly stage: StageRow
  readonly status: StatusRow | undefined
  readonly artists: readonly UserId[]
}

type Listed = { readonly seen: readonly unknown[]; readonly rows: readonly TaskRow[] }
const listed = new WeakMap<SpaceReplica, Listed>()
const whole = new WeakMap<StudioReplica, { readonly parts: readonly unknown[]; readonly rows: readonly TaskRow[] }>()

/**
 * Lists a project's tasks in its order: those that are not disabled, including those of omitted items. Returns the same
 * array until an item or task changes; rows read everything else lazily.
 */
export function listTasks({ studio, spaces }: Pick<ProjectContent, 'studio' | 'spaces'>): readonly TaskRow[] {
  const parts = spaces.map((opened) => listSpaceTasks(studio, opened))
  const known = whole.get(studio)
  if (known?.parts.length === parts.length && parts.every((part, at) => part === known.parts[at])) return known.rows
  const rows = parts.flat()
  whole.set(studio, { parts, rows })
  return rows
}

function listSpaceTasks(studio: StudioReplica, opened: OpenedSpace): readonly TaskRow[] {
  const { space, replica } = opened
  const tables = (['collections', 'items', 'item_tasks'] as const).map((table) => replica.replica.getVersion(table))
  const seen = [space, studio.getStages(), ...tables]
  const known = listed.get(replica)
  if (known?.seen.every((each, at) => each === seen[at]) === true) return known.rows
  const rows = readTasks(studio, opened)
  listed.set(replica, { seen, rows })
  return rows
}

function readTasks(studio: StudioReplica, opened: OpenedSpace): readonly TaskRow[] {
  const order = new Map(studio.getStages().map((stage, index) => [stage.id, { stage, index }]))
  return listItems({ spaces: [opened] }).flatMap((place) =>
    place.replica
      .getTasks(place.item.id)
      .flatMap((task) => {
        const known = order.get(task.stageId)
        return known === undefined || task.isDisabled ? [] : [{ task, ...known }]
      })
      .sort((one, other) => one.index - other.index)
      .map((given) => new Row(studio, place, given)),
  )
}

// Lazy getters: of a hundred thousand tasks most are asked for little.
class Row implements TaskRow {
  readonly #studio: StudioReplica
  readonly place: ProjectItem
  readonly task: Task
  readonly stage: StageRow

  constructor(studio: StudioReplica, place: ProjectItem, { task, stage }: Pick<TaskRow, 'task' | 'stage'>) {
    this.#studio = studio
    this.place = place
    this.task = task
    this.stage = stage
  }

  get status(): StatusRow | undefined {
    return this.#studio.replica.find('task_statuses', this.task.statusId)
  }
  get artists(): readonly UserId[] {
    return listAssignees(this.place.replica, this.task)
  }
}

/** Counts how many tasks are done, and how many are late on a day. */
export function countTasks(
  rows: readonly TaskRow[],
  today: CalendarDate,
): { readonly done: number; readonly late: number } {
  const open = rows.filter(({ status }) => status?.isDone !== true)
  const late = open.filter(({ task }) => task.dueDate !== undefined && task.dueDate < today)
  return { done: rows.length - open.length, late: late.length }
}
