import { plainColumns, readColumnLook, type ColumnLook } from '#core/items/column-look.ts'
import { parseTaskFilter, toSavedTaskFilter } from '#core/items/saved-filter.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'

/** The built-in columns of a task list, in their initial order; those of fields follow them. */
export const taskColumnIds = ['kind', 'place', 'stage', 'status', 'artist', 'due', 'estimate', 'priority'] as const
export type TaskColumnId = (typeof taskColumnIds)[number]

/** The built-in columns of an asset list; those of fields follow them. */
export const assetColumnIds = ['kind', 'place', 'uses', 'stages'] as const
export type AssetColumnId = (typeof assetColumnIds)[number]

/** The settings of a saved view of a project's tasks or assets. */
export type ListViewState = {
  readonly filter: Filter
  /** The column, or item name (`item`), that rows are sorted by; the project's own order if undefined. */
  readonly sort: { readonly columnId: string; readonly isDown: boolean } | undefined
  /** The column that rows are grouped by; none if undefined. */
  readonly group: string | undefined
  /** The ids of hidden columns and fields; fields added later are visible, built-in columns added later are hidden. */
  readonly hidden: readonly string[]
  /** The built-in columns that the page got after views could be saved, oldest first. A new one goes here, at the end. */
  readonly later: readonly string[]
  /** Order and widths of the columns. */
  readonly columns: ColumnLook
}

/** The initial task list: without kinds, since most tasks are of shots. */
export const plainListView: ListViewState = {
  filter: emptyFilter,
  sort: undefined,
  group: undefined,
  hidden: ['kind'],
  later: ['kind'],
  columns: plainColumns,
}

/** The initial asset list: grouped by kind, which is therefore not a column. */
export const plainAssetsView: ListViewState = {
  ...plainListView,
  group: 'kind',
  hidden: ['kind', 'place'],
  later: [],
}

/** Encodes a view for its row and for the browser. */
export function toListViewForm({ filter, sort, group, later, ...state }: ListViewState): ViewForm {
  return {
    ...state,
    // Counted: the list only ever grows at its end.
    known: later.length,
    ...(sort !== undefined && { sort }),
    ...(group !== undefined && { group }),
    filter: toSavedTaskFilter(filter),
  }
}

/** Reads a stored view of any version: missing or malformed parts get the page's initial values. */
export function readListViewForm(
  { filter, sort, group, hidden, known, columns }: ViewForm,
  plain: ListViewState = plainListView,
): ListViewState {
  const unknown = plain.later.slice(typeof known === 'number' ? known : 0)
  return {
    filter: parseTaskFilter(filter) ?? emptyFilter,
    sort: readSort(sort),
    group: typeof group === 'string' && group !== '' ? group : undefined,
    hidden: Array.isArray(hidden) ? readHidden([...hidden, ...unknown]) : plain.hidden,
    later: plain.later,
    columns: readColumnLook(columns),
  }
}

function readHidden(ids: readonly unknown[]): readonly string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))].sort()
}

function readSort(value: unknown): ListViewState['sort'] {
  if (typeof value !== 'object' || value === null || !('columnId' in value)) return undefined
  const { columnId } = value
  if (typeof columnId !== 'string' || columnId === '') return undefined
  return { columnId, isDown: 'isDown' in value && value.isDown === true }
}
