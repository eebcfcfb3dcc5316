import type { FilterKind, FilterSelection } from '#core/domain/filter-cascade.ts'
import type { SpaceModel } from './space-model.ts'

/** One kind of an active filter, in words. */
export type FilterSummary = { readonly kind: FilterKind; readonly label: string; readonly values: string }

const MAX_NAMES = 2

/** The kinds that narrow the grid now, each with the names of what is chosen or, of many, their number. */
export function summarizeFilter(filter: FilterSelection, model: SpaceModel): readonly FilterSummary[] {
  const { space, studio } = model
  const people = model.getPeople()
  const names: readonly (readonly [FilterKind, string, readonly (string | undefined)[]])[] = [
    ['collectionIds', 'Collection', filter.collectionIds.map((id) => space.replica.find('collections', id)?.name)],
    ['itemIds', 'Item', filter.itemIds.map((id) => space.replica.find('items', id)?.title)],
    ['statusIds', 'Status', filter.statusIds.map((id) => studio.replica.find('task_statuses', id)?.shortCode)],
    ['artistIds', 'Artist', filter.artistIds.map((id) => people.get(id)?.name)],
  ]
  return names.flatMap(([kind, label, values]) =>
    values.length === 0 ? [] : [{ kind, label, values: join(values.map((name) => name ?? 'Unknown')) }],
  )
}

/** How many kinds narrow it. */
export function countFilters(filter: FilterSelection): number {
  return Object.values(filter).filter((ids) => ids.length > 0).length
}

function join(names: readonly string[]): string {
  return names.length <= MAX_NAMES ? names.join(', ') : String(names.length)
}
