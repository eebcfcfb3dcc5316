import { listAssignees } from '#core/plan/space-tasks.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { StatusId, UserId } from '#core/lib/ids.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { itemFlags, type ItemFlags } from '#core/schema/item-flags.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { FilteredRow } from '#core/timeline/filter-kinds.ts'
import type { SpaceReplica } from './space-replica.ts'

/** A task as filters read it. */
export type LayoutTask = {
  readonly statusId: StatusId
  readonly artistIds: readonly UserId[]
  readonly dueDate?: CalendarDate | undefined
  readonly priority?: number
  readonly estimatedHours?: number | undefined
  readonly waitsFor?: readonly string[] | undefined
  readonly fields?: FieldValues | undefined
}

type Waits = (task: Task) => readonly string[] | undefined

/**
 * Makes a filter's view of a task; `listWaits` says what it waits for, where that is known. Values are read only when
 * the filter asks for them.
 */
export function toFilteredTask(space: SpaceReplica, task: Task, listWaits?: Waits): LayoutTask {
  return new FilteredTask(space, task, listWaits)
}

// Getters instead of a copy: a status filter reads one value of each of half a million tasks.
class FilteredTask implements LayoutTask {
  readonly #space: SpaceReplica
  task: Task
  readonly #listWaits: Waits | undefined

  constructor(space: SpaceReplica, task: Task, listWaits: Waits | undefined) {
    this.#space = space
    this.task = task
    this.#listWaits = listWaits
  }

  get statusId(): LayoutTask['statusId'] {
    return this.task.statusId
  }
  get dueDate(): LayoutTask['dueDate'] {
    return this.task.dueDate
  }
  get priority(): number {
    return this.task.priority
  }
  get artistIds(): LayoutTask['artistIds'] {
    return listAssignees(this.#space, this.task)
  }
  get estimatedHours(): LayoutTask['estimatedHours'] {
    return this.#space.findEstimatedHours(this.task.id)
  }
  get waitsFor(): LayoutTask['waitsFor'] {
    return this.#listWaits?.(this.task)
  }
  get fields(): LayoutTask['fields'] {
    return this.task.fields
  }
}

/** Makes a filter's view of an item, with one of its tasks or none. */
export function toFilteredRow(item: ItemRow, task?: LayoutTask): FilteredRow {
  return new FilteredItem(item, task) as FilteredRow
}

/** Whether any enabled task of an item passes a test; absent where it has none. */
export type TaskTester = (item: ItemRow, passes: (row: FilteredRow) => boolean) => boolean | undefined

/** Makes a function that tests tasks one by one and reuses one row for all of them: a test must not keep its row. */
export function makeTaskTester(space: SpaceReplica, listWaits?: Waits): TaskTester {
  return (item, passes) => {
    let reused: { readonly row: FilteredItem; readonly task: FilteredTask } | undefined
    for (const task of space.getTasks(item.id)) {
      if (task.isDisabled) continue
      if (reused === undefined) {
        const filtered = new FilteredTask(space, task, listWaits)
        reused = { row: new FilteredItem(item, filtered), task: filtered }
      } else reused.task.task = task
      if (passes(reused.row as FilteredRow)) return true
    }
    return reused === undefined ? undefined : false
  }
}

// References both instead of copying: filters read few of their values.
class FilteredItem implements Omit<FilteredRow, keyof ItemFlags> {
  readonly item: ItemRow
  readonly task: LayoutTask | undefined

  constructor(item: ItemRow, task: LayoutTask | undefined) {
    this.item = item
    this.task = task
  }

  get itemId(): string {
    return this.item.id
  }
  get collectionId(): string {
    return this.item.collectionId
  }
  get kindId(): FilteredRow['kindId'] {
    return this.item.kindId
  }
  get fields(): FilteredRow['fields'] {
    return this.item.fields
  }
  get statusId(): string | undefined {
    return this.task?.statusId
  }
  get artistIds(): LayoutTask['artistIds'] | undefined {
    return this.task?.artistIds
  }
  get dueDate(): LayoutTask['dueDate'] {
    return this.task?.dueDate
  }
  get priority(): number | undefined {
    return this.task?.priority
  }
  get estimatedHours(): LayoutTask['estimatedHours'] {
    return this.task?.estimatedHours
  }
  get waitsFor(): LayoutTask['waitsFor'] {
    return this.task?.waitsFor
  }
  get taskFields(): LayoutTask['fields'] {
    return this.task?.fields
  }
}

for (const { field } of itemFlags)
  Object.defineProperty(FilteredItem.prototype, field, {
    get(this: FilteredItem) {
      return this.item[field]
    },
  })
