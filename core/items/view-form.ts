import { isRecord } from '#core/lib/json.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'
import { readColumnLook, type ColumnLook } from './column-look.ts'
import { parseGridFilter, toSavedGridFilter } from './saved-filter.ts'

/** How the numbers of a column are totalled. */
export const totalKinds = ['sum', 'mean', 'min', 'max', 'count', 'share'] as const
export type TotalKind = (typeof totalKinds)[number]

/** The content of a saved view of a space. */
export type ViewState = {
  readonly layout: 'grid' | 'kanban'
  /** Ids of hidden stages and fields: later ones are shown. */
  readonly hidden: readonly string[]
  /** Order, widths and pins of the columns. */
  readonly columns: ColumnLook
  /** How collections are sorted. */
  readonly collections: 'name' | 'rank'
  /** The field or stage that items are sorted by; absent for the arranged order. */
  readonly sort: { readonly fieldId: string; readonly isDown: boolean } | undefined
  /** The field that items are grouped by; absent for collections. */
  readonly group: string | undefined
  /** The total of a field's values, by the field's id. */
  readonly totals: Readonly<Record<string, TotalKind>>
  readonly lanes: string
  readonly filter: Filter
  readonly isOnlyMatching: boolean
}

/** Converts a view to the form its row stores. */
export function toViewForm({ filter, sort, group, ...state }: ViewState): ViewForm {
  return {
    ...state,
    ...(sort !== undefined && { sort }),
    ...(group !== undefined && { group }),
    filter: toSavedGridFilter(filter),
  }
}

/** Reads a stored view of any version; what is missing or malformed falls back to the default. */
export function readViewForm(form: ViewForm): ViewState {
  const { layout, hidden, columns, collections, sort, group, totals, lanes, filter, isOnlyMatching } = form
  return {
    layout: layout === 'kanban' ? 'kanban' : 'grid',
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string').sort() : [],
    columns: readColumnLook(columns),
    collections: collections === 'rank' ? 'rank' : 'name',
    sort: readSort(sort),
    group: typeof group === 'string' && group !== '' ? group : undefined,
    totals: readTotals(totals),
    lanes: typeof lanes === 'string' ? lanes : 'none',
    filter: parseGridFilter(filter) ?? emptyFilter,
    isOnlyMatching: isOnlyMatching === true,
  }
}

function readSort(value: unknown): ViewState['sort'] {
  if (!isRecord(value) || typeof value['fieldId'] !== 'string') return undefined
  return { fieldId: value['fieldId'], isDown: value['isDown'] === true }
}

function readTotals(value: unknown): ViewState['totals'] {
  if (!isRecord(value)) return {}
  const known = Object.entries(value).flatMap(([id, kind]) => {
    const found = totalKinds.find((each) => each === kind)
    return found === undefined ? [] : [[id, found] as const]
  })
  return Object.fromEntries(known)
}
