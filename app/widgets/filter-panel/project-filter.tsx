import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { changeFilter } from '#core/timeline/filter-cascade.ts'
import { isAnyEnough, type Filter, type FilterSource } from '#core/timeline/filter-kinds.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { FilterConditions } from './filter-conditions.tsx'
import { listFilterGroups, type FilterMarks } from './filter-groups.ts'
import { FilterPanel } from './filter-panel.tsx'

/** Kinds listed only if they have more choices than this. */
const fewest: Readonly<Record<string, number>> = { space: 1, collection: 0, waits: 2, kind: 1 }

type ProjectFilterProps = {
  readonly content: Pick<ProjectContent, 'studio'>
  readonly filter: Filter
  readonly source: FilterSource
  /** The prefix of the page's commands. */
  readonly page: 'tasks' | 'assets'
  readonly onChange: (filter: Filter) => void
  /** Further filters of the page. */
  readonly children?: ReactNode
}

/** The filter of a project's tasks or assets. */
export function ProjectFilter({ content, filter, source, page, onChange, children }: ProjectFilterProps) {
  const groups = listFilterGroups({ screen: 'tasks', filter, source, marks: makeMarks(content) })
  return (
    <FilterPanel
      groups={groups.filter(({ field, options }) => options.length > (fewest[field] ?? -1))}
      onChange={(changes) =>
        onChange(changes.reduce((current, change) => changeFilter(current, change, source), filter))
      }
    >
      <FilterConditions screen="tasks" filter={filter} source={source} onChange={onChange} />
      <CommandButton command={`${page}.filter-add`} variant="ghost" icon={<Plus aria-hidden="true" />}>
        Add a condition
      </CommandButton>
      {children}
      {filter.length > 1 && (
        <CommandButton command={`${page}.filter-any`} variant="ghost" aria-pressed={isAnyEnough(filter)}>
          Match any
        </CommandButton>
      )}
      <CommandButton command={`${page}.clear-filter`} variant="ghost" isDisabled={filter.length === 0}>
        Clear
      </CommandButton>
    </FilterPanel>
  )
}

function makeMarks({ studio }: Pick<ProjectContent, 'studio'>): FilterMarks {
  return {
    status: (id) => {
      const status = studio.replica.find('task_statuses', id)
      return status && <StatusPill status={status} />
    },
    artist: (id) => {
      const name = studio.replica.find('studio_members', id)?.displayName
      return name && <Avatar name={name} initials={initialsOf(name)} color={avatarColorOf(id)} isDecorative />
    },
  }
}
