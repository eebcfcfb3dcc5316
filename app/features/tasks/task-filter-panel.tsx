import { Plus } from 'lucide-react'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { changeFilter } from '#core/timeline/filter-cascade.ts'
import { isAnyEnough } from '#core/timeline/filter-kinds.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FilterConditions } from '#app/widgets/filter-panel/filter-conditions.tsx'
import { listFilterGroups, type FilterMarks } from '#app/widgets/filter-panel/filter-groups.ts'
import { FilterPanel } from '#app/widgets/filter-panel/filter-panel.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import type { ShownTasks } from './shown-tasks.ts'
import { readFilterSource } from './task-filter.ts'
import { setTasksView, tasksStore } from './tasks-store.ts'

/** Kinds that are there only where there is more to choose than this. */
const fewest: Readonly<Record<string, number>> = { space: 1, collection: 0, waits: 2 }

type TaskFilterProps = { readonly content: ProjectContent; readonly shown: ShownTasks }

/** What the tasks of a project are narrowed to. */
export function TaskFilter({ content, shown }: TaskFilterProps) {
  const { filter } = tasksStore.view
  const source = readFilterSource(content, shown.reader)
  const groups = listFilterGroups({ screen: 'tasks', filter, source, marks: makeMarks(content) })
  const setFilter = (next: typeof filter): void => setTasksView({ filter: next })
  return (
    <FilterPanel
      groups={groups.filter(({ field, options }) => options.length > (fewest[field] ?? -1))}
      onChange={(changes) =>
        setFilter(changes.reduce((current, change) => changeFilter(current, change, source), filter))
      }
    >
      <FilterConditions screen="tasks" filter={filter} source={source} onChange={setFilter} />
      <CommandButton command="tasks.filter-add" variant="ghost" icon={<Plus aria-hidden="true" />}>
        Add a condition
      </CommandButton>
      <CommandButton command="tasks.filter-where" variant="ghost">
        Where…
      </CommandButton>
      {filter.length > 1 && (
        <CommandButton command="tasks.filter-any" variant="ghost" aria-pressed={isAnyEnough(filter)}>
          Match any
        </CommandButton>
      )}
      <CommandButton command="tasks.clear-filter" variant="ghost" isDisabled={filter.length === 0}>
        Clear
      </CommandButton>
    </FilterPanel>
  )
}

function makeMarks({ studio }: ProjectContent): FilterMarks {
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
