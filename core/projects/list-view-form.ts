import { plainColumns, readColumnLook, type ColumnLook } from '#core/items/column-look.ts'
import { parseTaskFilter, toSavedTaskFilter } from '#core/items/saved-filter.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'

/** The columns that every task has, in the order in which a list of tasks begins; those of fields follow them. */
export const taskColumnIds = ['place', 'stage', 'status', 'artist', 'due', 'estimate', 'priority'] as const
export type TaskColumnId = (typeof taskColumnIds)[number]

/** What a saved view says of the page of a project's tasks. */
export type TaskViewState = {
  readonly filter: Filter
  /** By which column, or the names of items (`item`), tasks follow each other; as the project has them where absent. */
  readonly sort: { readonly columnId: string; readonly isDown: boolean } | undefined
  /** By which column tasks are put together; not at all where absent. */
  readonly group: string | undefined
  /** Ids of the columns and fields that are not shown: one that comes later is. */
  readonly hidden: readonly string[]
  /** Order and widths of the columns. */
  readonly columns: ColumnLook
}

/** The page as it begins. */
export const plainTaskView: TaskViewState = {
  filter: emptyFilter,
  sort: undefined,
  group: undefined,
  hidden: [],
  columns: plainColumns,
}

/** A view as its row, and the browser, keep it. */
export function toTaskViewForm({ filter, sort, group, ...state }: TaskViewState): ViewForm {
  return {
    ...state,
    ...(sort !== undefined && { sort }),
    ...(group !== undefined && { group }),
    filter: toSavedTaskFilter(filter),
  }
}

/** Reads a kept view, whichever version wrote it: what is missing, or of another shape, is as the page begins. */
export function readTaskViewForm({ filter, sort, group, hidden, columns }: ViewForm): TaskViewState {
  return {
    filter: parseTaskFilter(filter) ?? emptyFilter,
    sort: readSort(sort),
    group: typeof group === 'string' && group !== '' ? group : undefined,
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string').sort() : [],
    columns: readColumnLook(columns),
  }
}

function readSort(value: unknown): TaskViewState['sort'] {
  if (typeof value !== 'object' || value === null || !('columnId' in value)) return undefined
  const { columnId } = value
  if (typeof columnId !== 'string' || columnId === '') return undefined
  return { columnId, isDown: 'isDown' in value && value.isDown === true }
}
