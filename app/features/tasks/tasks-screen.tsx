import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { SelectedTask } from '#app/commands/sentence-place.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { useNow } from '#app/hooks/use-now.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ProjectContentFrame } from '#app/widgets/project-content/project-content-frame.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { useLanguages } from '#app/widgets/project-content/use-languages.ts'
import { useProjectContent } from '#app/widgets/project-content/use-project-content.ts'
import { ChosenRows } from '#app/widgets/project-list/chosen-rows.tsx'
import { ListGrid } from '#app/widgets/project-list/list-grid.tsx'
import shared from '#app/widgets/project-list/project-list.module.css'
import { forgetShownTasks, getShownTasks } from './shown-tasks.ts'
import { useSentencePlace } from '#app/widgets/project-list/use-sentence-place.ts'
import { useViewAddress } from '#app/widgets/project-list/use-view-address.ts'
import { TaskFilter } from './task-filter-panel.tsx'
import { makeTaskLook } from './task-look.tsx'
import type { TaskRow } from './task-rows.ts'
import { taskCells } from './task-page.ts'
import { forgetReader } from './task-reader.ts'
import { TasksBar } from './tasks-bar.tsx'
import { tasksChangeCommands } from './tasks-change-commands.ts'
import { enterTasks, resetTasks, tasksList, tasksStore } from './tasks-store.ts'
import { tasksRowCommands } from './tasks-row-commands.ts'
import { tasksViewCommands } from './tasks-view-commands.ts'

type TasksScreenProps = { readonly params: RouteParams }

const tasksCommands = [...tasksRowCommands, ...tasksChangeCommands, ...tasksViewCommands]

const looking = { 'tasks.open': 'Open' }
const changing = {
  'tasks.set-status': 'Status',
  'tasks.assign': 'Assign',
  'tasks.due': 'Due',
  'tasks.priority': 'Priority',
  'tasks.estimate': 'Estimate',
  'tasks.field': 'Field',
}

/** All tasks of a project as one list. */
export function TasksScreen({ params }: TasksScreenProps) {
  useCommands(tasksCommands)
  useScope('tasks')
  const view = useProjectContent(params)
  return (
    <ProjectContentFrame view={view} title="Tasks">
      {(content) => <Entered key={content.project.id} content={content} />}
    </ProjectContentFrame>
  )
}

/** The list of one project, with the view it had last. */
function Entered({ content }: { readonly content: ProjectContent }) {
  const { client, project } = content
  const { isEntered } = useSnapshot(tasksStore)
  useEffect(() => {
    enterTasks(client.userId, project.id)
    return () => {
      resetTasks()
      forgetShownTasks()
      forgetReader()
    }
  }, [client, project.id])
  return isEntered && <Tasks content={content} />
}

function Tasks({ content }: { readonly content: ProjectContent }) {
  useSnapshot(tasksStore)
  useNow()
  useViewAddress(tasksList, content)
  useLanguages(content)
  useSentencePlace(taskCells, listTask)
  const shown = getShownTasks(content)
  const { isFilterOpen } = tasksStore
  return (
    <div className={shared['page']}>
      <TasksBar content={content} shown={shown} />
      {isFilterOpen && <TaskFilter content={content} shown={shown} />}
      {shown.rows.length > 0 ? (
        <>
          <ListGrid page={taskCells} shown={shown} look={makeTaskLook(shown.reader)} />
          <ChosenRows list={tasksList} noun="task" looking={looking} changing={changing} />
        </>
      ) : shown.allCount === 0 ? (
        <EmptyState title="No tasks yet" text="Tasks come with the items of a space.">
          <CommandButton command="go.spaces">Open the spaces</CommandButton>
        </EmptyState>
      ) : (
        <EmptyState title="No tasks match" text="Try adjusting or clearing the filters.">
          <CommandButton command="tasks.clear-filter">Show all tasks</CommandButton>
        </EmptyState>
      )}
    </div>
  )
}

function listTask({ place, task }: TaskRow): readonly SelectedTask[] {
  return [{ space: place.replica, task }]
}
