import { proxy } from 'valtio'
import { proxySet } from 'valtio/utils'
import type { TaskId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import type { TaskListView } from './task-rows.ts'

type TasksState = {
  query: string
  isMineOnly: boolean
  stageIds: string[]
  statusIds: string[]
  artistIds: string[]
  sort: string
  condition: string
  focus: TaskId | undefined
  anchor: TaskId | undefined
  readonly selected: Set<TaskId>
}

const start = (): Omit<TasksState, 'selected'> => ({
  query: '',
  isMineOnly: false,
  stageIds: [],
  statusIds: [],
  artistIds: [],
  sort: 'place',
  condition: '',
  focus: undefined,
  anchor: undefined,
})

const state = proxy<TasksState>({ ...start(), selected: proxySet<TaskId>() })

/** How somebody looks at the tasks of a project, and what is chosen. */
export const tasksStore: DeepReadonly<Omit<TasksState, 'selected'>> & { readonly selected: ReadonlySet<TaskId> } = state

/** Looks at the tasks otherwise. */
export function setTasksView(view: Partial<TaskListView>): void {
  Object.assign(state, view)
}

/** Adds one to what a list is narrowed to, or takes it away again. */
export function toggleTasksFilter(list: 'stageIds' | 'statusIds' | 'artistIds', id: string): void {
  state[list] = state[list].includes(id) ? state[list].filter((each) => each !== id) : [...state[list], id]
}

/** Puts the keys on a task; a selection grows from the last one that was focused alone. */
export function focusTask(focus: TaskId | undefined): void {
  state.focus = focus
  state.anchor = focus
}

/** Moves the focus and leaves where the selection grows from. */
export function extendFocus(focus: TaskId): void {
  state.focus = focus
}

/** Chooses exactly these tasks. */
export function selectTasks(ids: Iterable<TaskId>): void {
  state.selected.clear()
  for (const id of ids) state.selected.add(id)
}

/** Chooses a task, or no longer. */
export function toggleTask(id: TaskId): void {
  if (!state.selected.delete(id)) state.selected.add(id)
}

/** Forgets everything; for tests and for another project. */
export function resetTasks(): void {
  Object.assign(state, start())
  state.selected.clear()
}
