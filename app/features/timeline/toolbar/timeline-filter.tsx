import { useEffect, useState } from 'react'
import { changeFilter, type FilterChange, type FilterSelection } from '#core/domain/filter-cascade.ts'
import type { TimelineFilterData } from '#core/domain/timeline-filter-data.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FilterPanel, type FilterGroup } from '#app/widgets/filter-panel/filter-panel.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { findCachedFilterData, loadFilterData } from '../model/filter-data.ts'
import { toFilterTree } from '../model/filter-groups.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { setArtists, setFilterSelection, setHideFilteredTasks, timelineStore } from '../timeline-store.ts'

type TimelineFilterProps = { readonly model: TimelineModel; readonly client: StudioClient }

/** Longer lists are for searching, not for looking through. */
const maxItems = 400

/** The seven kinds of the timeline's filter, with their cascades. */
export function TimelineFilter({ model, client }: TimelineFilterProps) {
  const data = useFilterData(model, client)
  const { filter, artists } = timelineStore
  const everybody = model.getMembers().map(({ userId }) => userId)
  const selection = { ...filter.selection, artistIds: artists === 'all' ? everybody : [...artists] }
  const onChange = (changes: readonly FilterChange[]): void => {
    const tree = toFilterTree(data)
    const next = changes.reduce<FilterSelection>((current, change) => changeFilter(current, change, tree), selection)
    setFilterSelection({ ...next, artistIds: [] })
    const isEverybody = everybody.every((id) => next.artistIds.includes(id))
    setArtists(isEverybody ? 'all' : next.artistIds)
  }
  return (
    <FilterPanel groups={makeGroups(model, data)} filter={selection} onChange={onChange}>
      <Checkbox
        label="Hide other tasks"
        isChecked={filter.hideFilteredTasks}
        onChange={(isChecked) => setHideFilteredTasks(isChecked)}
      />
      <CommandButton command="timeline.save-filter">Save filter</CommandButton>
      <CommandButton command="timeline.clear-filter" variant="ghost">
        Clear
      </CommandButton>
    </FilterPanel>
  )
}

const nothing: TimelineFilterData = {
  projects: [],
  spaces: [],
  collections: [],
  items: [],
  stages: [],
  statuses: [],
  artists: [],
}

function useFilterData(model: TimelineModel, client: StudioClient): TimelineFilterData {
  const [data, setData] = useState(() => findCachedFilterData(client, model.studio.studioId) ?? nothing)
  useEffect(() => {
    let isLeft = false
    void loadFilterData(client, model).then((loaded) => !isLeft && setData(loaded))
    return () => {
      isLeft = true
    }
  }, [client, model])
  return data
}

function makeGroups(model: TimelineModel, data: TimelineFilterData): readonly FilterGroup[] {
  const { selection } = timelineStore.filter
  const within = <Child,>(children: readonly Child[], parents: readonly string[], parentOf: (child: Child) => string) =>
    parents.length === 0 ? children : children.filter((child) => parents.includes(parentOf(child)))
  const spaces = within(data.spaces, selection.projectIds, ({ projectId }) => projectId)
  const spaceIds = selection.spaceIds.length > 0 ? selection.spaceIds : spaces.map(({ id }) => id)
  const collections = within(data.collections, spaceIds, ({ spaceId }) => spaceId)
  const collectionIds = selection.collectionIds.length > 0 ? selection.collectionIds : collections.map(({ id }) => id)
  const items = within(data.items, collectionIds, ({ collectionId }) => collectionId).slice(0, maxItems)
  const option = ({ id, name }: { readonly id: string; readonly name: string }) => ({ value: id, label: name })
  return [
    {
      kind: 'artistIds',
      label: 'Team',
      options: model.getMembers().map(({ userId, displayName, avatarUrl }) => ({
        value: userId,
        label: displayName,
        mark: <PersonAvatar userId={userId} name={displayName} imageUrl={avatarUrl} isDecorative />,
      })),
    },
    { kind: 'projectIds', label: 'Projects', options: data.projects.map(option) },
    { kind: 'spaceIds', label: 'Spaces', options: spaces.map(option) },
    { kind: 'collectionIds', label: 'Collections', options: collections.map(option) },
    { kind: 'itemIds', label: 'Items', options: items.map(({ id, title }) => ({ value: id, label: title })) },
    { kind: 'stageIds', label: 'Stages', options: data.stages.map(option) },
    {
      kind: 'statusIds',
      label: 'Statuses',
      options: model.studio.getStatuses().map((status) => ({
        value: status.id,
        label: status.name,
        keywords: status.shortCode,
        mark: <StatusPill status={status} />,
      })),
    },
  ]
}
