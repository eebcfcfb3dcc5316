import { isAboutTasks } from '#core/timeline/filter-rows.ts'
import { summarizeFilter } from '#core/timeline/filter-summary.ts'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { readFilterSource } from '../model/filter-source.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setFilter, spaceViewStore } from '../space-view-store.ts'

type FilterChipsProps = { readonly model: SpaceModel }

/** The filter's conditions; a press removes one. */
export function FilterChips({ model }: FilterChipsProps) {
  const { filter } = spaceViewStore
  const hasSwitch = spaceViewStore.layout === 'grid' && isAboutTasks(filter, 'grid')
  return (
    <>
      {summarizeFilter(filter, 'grid', readFilterSource(model)).map(({ condition, label, values }) => (
        <FilterChip
          key={JSON.stringify(condition)}
          label={label}
          values={values}
          onRemove={() => setFilter(filter.filter((each) => each !== condition))}
        />
      ))}
      {hasSwitch && (
        <CommandButton command="filter.only-matching" variant="ghost" aria-pressed={spaceViewStore.isOnlyMatching}>
          Only matching cells
        </CommandButton>
      )}
    </>
  )
}
