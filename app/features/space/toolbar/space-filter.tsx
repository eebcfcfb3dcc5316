import { Plus } from 'lucide-react'
import { changeFilter } from '#core/timeline/filter-cascade.ts'
import { isAnyEnough } from '#core/timeline/filter-kinds.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FilterConditions } from '#app/widgets/filter-panel/filter-conditions.tsx'
import { FilterPanel } from '#app/widgets/filter-panel/filter-panel.tsx'
import { listFilterGroups, type FilterMarks } from '#app/widgets/filter-panel/filter-groups.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { readFilterSource } from '../model/filter-source.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setFilter, spaceViewStore } from '../space-view-store.ts'

/** Kinds that are offered only with more choices than this: named collections, stages waited for. */
const fewest: Readonly<Record<string, number>> = { collection: 0, waits: 2 }

type SpaceFilterProps = { readonly model: SpaceModel }

/** The filters of a space. */
export function SpaceFilter({ model }: SpaceFilterProps) {
  const { filter } = spaceViewStore
  const source = readFilterSource(model)
  const groups = listFilterGroups({ screen: 'grid', filter, source, marks: makeMarks(model) })
  return (
    <FilterPanel
      groups={groups.filter(({ field, options }) => options.length > (fewest[field] ?? -1))}
      onChange={(changes) =>
        setFilter(changes.reduce((current, change) => changeFilter(current, change, source), filter))
      }
    >
      <FilterConditions screen="grid" filter={filter} source={source} onChange={setFilter} />
      <CommandButton command="filter.add" variant="ghost" icon={<Plus aria-hidden="true" />}>
        Add a condition
      </CommandButton>
      {filter.length > 1 && (
        <CommandButton command="filter.any" variant="ghost" aria-pressed={isAnyEnough(filter)}>
          Match any
        </CommandButton>
      )}
      <CommandButton command="filter.save">Save filter</CommandButton>
      <CommandButton command="filter.clear" variant="ghost" isDisabled={filter.length === 0}>
        Clear
      </CommandButton>
    </FilterPanel>
  )
}

function makeMarks(model: SpaceModel): FilterMarks {
  const statuses = new Map<string, Parameters<typeof StatusPill>[0]['status']>(
    model.getStatuses().map((status) => [status.id, status]),
  )
  const people = new Map<string, Parameters<typeof Avatar>[0]>(
    [...model.getPeople().values()].map(({ id, name, initials, color }) => [id, { name, initials, color }]),
  )
  return {
    status: (id) => {
      const status = statuses.get(id)
      return status && <StatusPill status={status} />
    },
    artist: (id) => {
      const person = people.get(id)
      return person && <Avatar {...person} isDecorative />
    },
  }
}
