import { CommandButton } from '#app/widgets/command-button.tsx'
import { ProjectFilter } from '#app/widgets/filter-panel/project-filter.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import type { ShownTasks } from './shown-tasks.ts'
import { readTaskFilterSource } from './task-filter.ts'
import { setTasksView, tasksStore } from './tasks-store.ts'

type TaskFilterProps = { readonly content: ProjectContent; readonly shown: ShownTasks }

/** The filter of a project's tasks. */
export function TaskFilter({ content, shown }: TaskFilterProps) {
  return (
    <ProjectFilter
      content={content}
      filter={tasksStore.view.filter}
      source={readTaskFilterSource(content, shown.reader)}
      page="tasks"
      onChange={(filter) => setTasksView({ filter })}
    >
      <CommandButton command="tasks.filter-where" variant="ghost">
        Where…
      </CommandButton>
    </ProjectFilter>
  )
}
