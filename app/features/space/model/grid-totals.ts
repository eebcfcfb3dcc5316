import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionId, ItemId, StageId, StatusId, TaskId } from '#core/lib/ids.ts'
import { addValue, type FieldAmount, type MutableFieldAmount, type SummedField } from './field-totals.ts'
import type { GridLayout } from '#core/items/grid-layout.ts'

/** The sum of some tasks. Disabled ones (ruling 13) and those of omitted items do not count. */
export type Amount = { readonly tasks: number; readonly done: number; readonly hours: number; readonly minutes: number }
export type Totals = {
  readonly cells: ReadonlyMap<StageId, Amount>
  readonly all: Amount
  /** By the ids of the fields' columns. */
  readonly fields: ReadonlyMap<string, FieldAmount>
}

/** Sums per column and per collection of everything that passes the filter. */
export type GridTotals = { readonly columns: Totals; readonly collections: ReadonlyMap<CollectionId, Totals> }

export type TotalsInput = {
  readonly sections: readonly Pick<GridLayout['sections'][number], 'id' | 'itemIds'>[]
  readonly isOmitted: (id: ItemId) => boolean
  readonly getTasks: (id: ItemId) => readonly Task[]
  readonly doneIds: ReadonlySet<StatusId>
  readonly getHours: (id: TaskId) => number | undefined
  readonly getMinutes: (id: TaskId) => number | undefined
  readonly fields: readonly SummedField[]
}

type MutableAmount = { -readonly [Key in keyof Amount]: Amount[Key] }
type MutableTotals = {
  readonly cells: Map<StageId, MutableAmount>
  readonly all: MutableAmount
  readonly fields: Map<string, MutableFieldAmount>
}

/**
 * Sums everything, yielding after each collection and every few hundred items so that the caller can let others work.
 */
export function* sumGridTotals(input: TotalsInput): Generator<undefined, GridTotals> {
  const columns = makeTotals()
  const collections = new Map<CollectionId, MutableTotals>()
  let count = 0
  for (const { id, itemIds } of input.sections) {
    const totals = makeTotals()
    collections.set(id, totals)
    for (const itemId of itemIds) {
      if (!input.isOmitted(itemId)) {
        for (const task of input.getTasks(itemId)) addTask(task, [columns, totals], input)
        for (const { id: columnId, read, isThere } of input.fields) {
          if (isThere?.(itemId) !== false) addValue(columnId, read(itemId), [columns.fields, totals.fields])
        }
      }
      count += 1
      if (count % 200 === 0) yield undefined
    }
  }
  return { columns, collections }
}

function addTask(task: Task, targets: readonly MutableTotals[], input: TotalsInput): void {
  if (task.isDisabled) return
  const amount = {
    tasks: 1,
    done: input.doneIds.has(task.statusId) ? 1 : 0,
    hours: input.getHours(task.id) ?? 0,
    minutes: input.getMinutes(task.id) ?? 0,
  }
  for (const { cells, all } of targets) {
    const cell = cells.get(task.stageId) ?? makeAmount()
    cells.set(task.stageId, cell)
    for (const sum of [cell, all]) {
      sum.tasks += amount.tasks
      sum.done += amount.done
      sum.hours += amount.hours
      sum.minutes += amount.minutes
    }
  }
}

function makeAmount(): MutableAmount {
  return { tasks: 0, done: 0, hours: 0, minutes: 0 }
}

function makeTotals(): MutableTotals {
  return { cells: new Map(), all: makeAmount(), fields: new Map() }
}
