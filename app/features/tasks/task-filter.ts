import type { FieldValues } from '#core/schema/field-values.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import { type Filter, type FilteredRow, type FilterSource } from '#core/timeline/filter-kinds.ts'
import { makeFilterTest } from '#core/timeline/filter-rows.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { readFilterSource } from '#app/widgets/project-content/filter-source.ts'
import { findConditionHint, findConditionProblem, makeConditionTest } from './task-condition.ts'
import type { TaskListReader } from './task-reader.ts'
import type { TaskRow } from './task-rows.ts'

/** Returns what the filter of a project's tasks offers and names. */
export function readTaskFilterSource(
  content: ProjectContent,
  { fields }: Pick<TaskListReader, 'fields'>,
): FilterSource {
  return readFilterSource(content, {
    fields,
    findProblem: (text) => findConditionProblem(content, text),
    findHint: (text) => findConditionHint(content, text),
  })
}

/** Compiles a filter to a test of tasks. Tasks of omitted items pass only if the filter asks for them. */
export function makeTaskTest(
  content: ProjectContent,
  filter: Filter,
  reader: TaskListReader,
): (row: TaskRow) => boolean {
  const asked = new AskedTask(reader)
  const current = (): TaskRow => asked.row
  const passes = makeFilterTest(filter, 'tasks', {
    me: content.client.userId,
    today: () => reader.today,
    fields: reader.fields,
    valueOf: (field) => reader.valueOf(field, current()),
    holds: (text) => {
      const holds = makeConditionTest(content, text)
      return () => holds(current())
    },
  })
  const asksOmitted = filter.some(({ field }) => field === 'omitted')
  return (row) => {
    if (!asksOmitted && row.place.item.isOmitted) return false
    asked.row = row
    // Its getters provide everything that filters read.
    return passes(asked as FilteredRow)
  }
}

// One object for all rows in turn, with lazy getters: of a hundred thousand tasks most are asked for one value.
class AskedTask {
  readonly #reader: TaskListReader
  #row: TaskRow | undefined

  constructor(reader: TaskListReader) {
    this.#reader = reader
  }

  get row(): TaskRow {
    if (this.#row === undefined) throw new Error('A row is asked about once it is there')
    return this.#row
  }
  set row(row: TaskRow) {
    this.#row = row
  }
  get spaceId(): string {
    return this.row.place.space.id
  }
  get collectionId(): string {
    return this.row.place.collection.id
  }
  get itemId(): string {
    return this.row.place.item.id
  }
  get kindId(): string | undefined {
    return this.row.place.item.kindId
  }
  get stageId(): string {
    return this.row.stage.id
  }
  get statusId(): string {
    return this.row.task.statusId
  }
  get artistIds(): readonly string[] {
    return this.row.artists
  }
  get dueDate(): string | undefined {
    return this.row.task.dueDate
  }
  get priority(): number {
    return this.row.task.priority
  }
  get estimatedHours(): number | undefined {
    return this.row.place.replica.findEstimatedHours(this.row.task.id)
  }
  get taskFields(): FieldValues | undefined {
    return this.row.task.fields
  }
  get waitsFor(): readonly string[] {
    return this.#reader.listWaits(this.row)
  }
}

for (const { field } of itemFlags)
  Object.defineProperty(AskedTask.prototype, field, {
    get(this: AskedTask) {
      return this.row.place.item[field]
    },
  })
