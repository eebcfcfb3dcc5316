import { summarizeFilter } from '#core/timeline/filter-kinds.ts'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { readFilterSource } from '../model/filter-source.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setFilter, spaceViewStore } from '../space-view-store.ts'

type FilterChipsProps = { readonly model: SpaceModel }

/** What the filter narrows to; a press takes one condition away. */
export function FilterChips({ model }: FilterChipsProps) {
  const { filter } = spaceViewStore
  return summarizeFilter(filter, 'grid', readFilterSource(model)).map(({ condition, label, values }) => (
    <FilterChip
      key={`${condition.field} ${condition.test}`}
      label={label}
      values={values}
      onRemove={() => setFilter(filter.filter((each) => each !== condition))}
    />
  ))
}
