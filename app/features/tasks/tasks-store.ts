import { plainListView } from '#core/projects/list-view-form.ts'
import { makeListStore } from '#app/widgets/project-list/list-store.ts'

/** The page of a project's tasks; the keys may also be on the heading of a group. */
export const tasksList = makeListStore<string>('tasks', plainListView)

/** How somebody looks at the tasks of a project, and what is chosen. */
export const tasksStore = tasksList.store

export const {
  enter: enterTasks,
  setView: setTasksView,
  openView: openTasksView,
  noteLanguage,
  reset: resetTasks,
} = tasksList
