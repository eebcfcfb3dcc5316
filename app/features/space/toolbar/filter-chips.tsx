import { FilterChip } from '#app/ui/filter-chip.tsx'
import { summarizeFilter } from '../model/filter-summary.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setFilter, spaceViewStore } from '../space-view-store.ts'

type FilterChipsProps = { readonly model: SpaceModel }

/** What the filter narrows to; a press takes one kind away. */
export function FilterChips({ model }: FilterChipsProps) {
  const { filter } = spaceViewStore
  return summarizeFilter(filter, model).map(({ kind, label, values }) => (
    <FilterChip key={kind} label={label} values={values} onRemove={() => setFilter({ ...filter, [kind]: [] })} />
  ))
}
