import { plainListView } from '#core/projects/list-view-form.ts'
import { makeListStore } from '#app/widgets/project-list/list-store.ts'

/** The list of a project's tasks; the focus may also be on the heading of a group. */
export const tasksList = makeListStore<string>('tasks', plainListView)

/** The view and selection on the page of a project's tasks. */
export const tasksStore = tasksList.store

export const {
  enter: enterTasks,
  setView: setTasksView,
  openView: openTasksView,
  noteLanguage,
  reset: resetTasks,
} = tasksList
