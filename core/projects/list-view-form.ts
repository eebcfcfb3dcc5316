import { plainColumns, readColumnLook, type ColumnLook } from '#core/items/column-look.ts'
import { parseTaskFilter, toSavedTaskFilter } from '#core/items/saved-filter.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'

/** The columns that every task has, in the order in which a list of tasks begins; those of fields follow them. */
export const taskColumnIds = ['kind', 'place', 'stage', 'status', 'artist', 'due', 'estimate', 'priority'] as const
export type TaskColumnId = (typeof taskColumnIds)[number]

/** The columns that every asset has; those of fields follow them. */
export const assetColumnIds = ['kind', 'place', 'uses', 'stages'] as const
export type AssetColumnId = (typeof assetColumnIds)[number]

/** What a saved view says of the page of a project's tasks or assets. */
export type ListViewState = {
  readonly filter: Filter
  /** By which column, or the names of items (`item`), rows follow each other; as the project has them where absent. */
  readonly sort: { readonly columnId: string; readonly isDown: boolean } | undefined
  /** By which column rows are put together; not at all where absent. */
  readonly group: string | undefined
  /** Ids of the columns and fields that are not shown: one that comes later is. */
  readonly hidden: readonly string[]
  /** Order and widths of the columns. */
  readonly columns: ColumnLook
}

/** The page of tasks as it begins: most of them are of shots, whose kind says nothing. */
export const plainListView: ListViewState = {
  filter: emptyFilter,
  sort: undefined,
  group: undefined,
  hidden: ['kind'],
  columns: plainColumns,
}

/** The page of assets as it begins: by their kinds, which is no column then. */
export const plainAssetsView: ListViewState = { ...plainListView, group: 'kind', hidden: ['kind', 'place'] }

/** A view as its row, and the browser, keep it. */
export function toListViewForm({ filter, sort, group, ...state }: ListViewState): ViewForm {
  return {
    ...state,
    ...(sort !== undefined && { sort }),
    ...(group !== undefined && { group }),
    filter: toSavedTaskFilter(filter),
  }
}

/** Reads a kept view, whichever version wrote it: what is missing, or of another shape, is as the page begins. */
export function readListViewForm(
  { filter, sort, group, hidden, columns }: ViewForm,
  plain: ListViewState = plainListView,
): ListViewState {
  return {
    filter: parseTaskFilter(filter) ?? emptyFilter,
    sort: readSort(sort),
    group: typeof group === 'string' && group !== '' ? group : undefined,
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string').sort() : plain.hidden,
    columns: readColumnLook(columns),
  }
}

function readSort(value: unknown): ListViewState['sort'] {
  if (typeof value !== 'object' || value === null || !('columnId' in value)) return undefined
  const { columnId } = value
  if (typeof columnId !== 'string' || columnId === '') return undefined
  return { columnId, isDown: 'isDown' in value && value.isDown === true }
}
