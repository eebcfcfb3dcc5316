import { changeFilter, emptyFilter } from '#core/domain/filter-cascade.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FilterPanel, type FilterGroup } from '#app/widgets/filter-panel/filter-panel.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { sortCollections } from '../model/grid-layout.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setFilter, spaceViewStore } from '../space-view-store.ts'

type SpaceFilterProps = { readonly model: SpaceModel }

/** Longer lists are for searching, not for looking through. */
const MAX_ITEMS = 400

/** The filters of a space: collections, items, statuses and artists. */
export function SpaceFilter({ model }: SpaceFilterProps) {
  const { filter } = spaceViewStore
  const collectionOfItem = new Map(
    [...model.space.replica.getRows('items').values()].map((item) => [item.id, item.collectionId]),
  )
  const tree = { projectOfSpace: new Map(), spaceOfCollection: new Map(), collectionOfItem }
  return (
    <FilterPanel
      groups={makeGroups(model)}
      filter={filter}
      onChange={(changes) =>
        setFilter(changes.reduce((current, change) => changeFilter(current, change, tree), filter))
      }
    >
      <CommandButton command="filter.save">Save filter</CommandButton>
      <CommandButton command="filter.clear" variant="ghost" isDisabled={filter === emptyFilter}>
        Clear
      </CommandButton>
    </FilterPanel>
  )
}

function makeGroups(model: SpaceModel): readonly FilterGroup[] {
  const { space } = model
  const { filter, sort } = spaceViewStore
  const collections = sortCollections(
    space.getCollections().filter(({ isDefault }) => !isDefault),
    sort,
  )
  const within = filter.collectionIds.length === 0 ? space.getCollections().map(({ id }) => id) : filter.collectionIds
  const items = within.flatMap((id) => space.getItems(id)).slice(0, MAX_ITEMS)
  return [
    ...(collections.length === 0
      ? []
      : [
          {
            kind: 'collectionIds' as const,
            label: 'Collections',
            options: collections.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]),
    { kind: 'itemIds', label: 'Items', options: items.map(({ id, title }) => ({ value: id, label: title })) },
    {
      kind: 'statusIds',
      label: 'Statuses',
      options: model.getStatuses().map((status) => ({
        value: status.id,
        label: status.name,
        keywords: status.shortCode,
        mark: <StatusPill status={status} />,
      })),
    },
    {
      kind: 'artistIds',
      label: 'Artists',
      options: [...model.getPeople().values()].map(({ id, name, initials, color }) => ({
        value: id,
        label: name,
        mark: <Avatar name={name} initials={initials} color={color} isDecorative />,
      })),
    },
  ]
}
