import type { StudioClient } from '#core/sync/studio-client.ts'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { changeFilter, type FilterChange } from '#core/timeline/filter-cascade.ts'
import { isAnyEnough, valuesOf, withValues, type Filter, type FilterSource } from '#core/timeline/filter-kinds.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FilterConditions } from '#app/widgets/filter-panel/filter-conditions.tsx'
import { listFilterGroups } from '#app/widgets/filter-panel/filter-groups.ts'
import { FilterPanel, type FilterGroup } from '#app/widgets/filter-panel/filter-panel.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { findCachedFilterData, loadFilterData, withPeople, type ListedData } from '../model/filter-data.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { setArtists, setFilterSelection, setHideFilteredTasks, timelineStore } from '../timeline-store.ts'

type TimelineFilterProps = { readonly model: TimelineModel; readonly client: StudioClient }

/** The timeline's filters, with their cascades. */
export function TimelineFilter({ model, client }: TimelineFilterProps) {
  const source = withPeople(useFilterData(model, client), model)
  const { filter, artists } = timelineStore
  const everybody = model.getMembers().map(({ userId }) => userId)
  const selection = withValues(filter.selection, 'artist', artists === 'all' ? everybody : artists)
  const onChange = (changes: readonly FilterChange[]): void => {
    const next = changes.reduce((current, change) => changeFilter(current, change, source), selection)
    setFilterSelection(withValues(next, 'artist', []))
    const chosen = valuesOf(next, 'artist').map(toId<UserId>)
    setArtists(everybody.every((id) => chosen.includes(id)) ? 'all' : chosen)
  }
  return (
    <FilterPanel groups={makeGroups(model, selection, source)} onChange={onChange}>
      <FilterConditions
        screen="timeline"
        filter={filter.selection}
        source={source}
        onChange={(next) => setFilterSelection(next)}
      />
      <CommandButton command="timeline.add-filter" variant="ghost" icon={<Plus aria-hidden="true" />}>
        Add a condition
      </CommandButton>
      {filter.selection.length > 1 && (
        <CommandButton command="timeline.filter-any" variant="ghost" aria-pressed={isAnyEnough(filter.selection)}>
          Match any
        </CommandButton>
      )}
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

const nothing: ListedData = {
  isPartial: true,
  projects: [],
  spaces: [],
  collections: [],
  items: [],
  stages: [],
  statuses: [],
  artists: [],
}

function useFilterData(model: TimelineModel, client: StudioClient): ListedData {
  const [data, setData] = useState<ListedData>(() => findCachedFilterData(client, model.studio.studioId) ?? nothing)
  useEffect(() => {
    let isLeft = false
    void loadFilterData(client, model).then((loaded) => !isLeft && setData(loaded))
    return () => {
      isLeft = true
    }
  }, [client, model])
  return data
}

/** Lists the filter groups. Artists come first: they have rows, and choosing nobody shows nobody. */
function makeGroups(model: TimelineModel, filter: Filter, source: FilterSource): readonly FilterGroup[] {
  const statuses = new Map<string, StatusRow>(model.studio.getStatuses().map((status) => [status.id, status]))
  const members = new Map<string, MemberRow>(model.getMembers().map((member) => [member.userId, member]))
  const groups = listFilterGroups({
    screen: 'timeline',
    filter,
    source,
    marks: {
      status: (id) => {
        const status = statuses.get(id)
        return status && <StatusPill status={status} />
      },
      artist: (id) => {
        const member = members.get(id)
        return (
          member && (
            <PersonAvatar userId={member.userId} name={member.displayName} imageUrl={member.avatarUrl} isDecorative />
          )
        )
      },
    },
  })
  const team = { label: 'Team', allLabel: 'Whole team', isNoneWhenEmpty: true }
  return [
    ...groups.flatMap((group) => (group.field === 'artist' ? [{ ...group, ...team }] : [])),
    ...groups.filter(({ field }) => field !== 'artist'),
  ]
}
