import { proxy, ref } from 'valtio'
import { proxySet } from 'valtio/utils'
import { isSame } from '#core/lib/is-same.ts'
import { toId, type ProjectId, type TaskViewId, type UserId } from '#core/lib/ids.ts'
import { plainTaskView, readTaskViewForm, toTaskViewForm, type TaskViewState } from '#core/tasks/task-view-form.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

type TasksState = {
  /** Whether a project's view was taken up. */
  isEntered: boolean
  view: TaskViewState
  /** The saved view that was opened last. */
  viewId: TaskViewId | undefined
  query: string
  isFilterOpen: boolean
  /** The keys of groups whose tasks are folded away. */
  collapsed: ReadonlySet<string>
  /** The task, or the heading of a group, that the keys are on. */
  focus: string | undefined
  anchor: string | undefined
  /** Grows when the language of conditions is there. */
  languageVersion: number
  readonly selected: Set<string>
}

const start = (): Omit<TasksState, 'selected' | 'languageVersion'> => ({
  isEntered: false,
  view: ref(plainTaskView),
  viewId: undefined,
  query: '',
  isFilterOpen: false,
  collapsed: ref(new Set<string>()),
  focus: undefined,
  anchor: undefined,
})

const state = proxy<TasksState>({ ...start(), languageVersion: 0, selected: proxySet<string>() })
let key: string | undefined

/** How somebody looks at the tasks of a project, and what is chosen. The view is replaced, never changed. */
export const tasksStore: Readonly<Omit<TasksState, 'selected'>> & { readonly selected: ReadonlySet<string> } = state

/** Starts afresh for a project, with how this person looked at it last in this browser. */
export function enterTasks(userId: UserId, projectId: ProjectId): void {
  resetTasks()
  key = `tasksView_${projectId}_${userId}`
  state.isEntered = true
  const kept = readKept(readStored(key))
  if (kept === undefined) return
  state.view = ref(readTaskViewForm(kept.form))
  state.viewId = kept.viewId === undefined ? undefined : toId<TaskViewId>(kept.viewId)
}

function readKept(text: string | undefined) {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('form' in kept)) return undefined
    const { form } = kept
    const viewId = 'viewId' in kept && typeof kept.viewId === 'string' ? kept.viewId : undefined
    return typeof form === 'object' && form !== null ? { form: { ...form }, viewId } : undefined
  } catch {
    return undefined
  }
}

/** Looks at the tasks otherwise; kept for the next visit. */
export function setTasksView(changes: Partial<TaskViewState>): void {
  state.view = ref({ ...state.view, ...changes })
  keep()
}

/** Looks at the tasks as a saved view says; without one as the page begins. */
export function openTasksView(view: TaskViewState = plainTaskView, viewId?: TaskViewId): void {
  Object.assign(state, { query: '', collapsed: ref(new Set<string>()), viewId })
  setTasksView(view)
}

function keep(): void {
  if (key === undefined) return
  const { view, viewId } = state
  const isPlain = viewId === undefined && isSame(view, plainTaskView)
  writeStored(key, isPlain ? undefined : JSON.stringify({ viewId, form: toTaskViewForm(view) }))
}

export function setTasksQuery(query: string): void {
  state.query = query
}

export function toggleTasksFilter(isOpen = !state.isFilterOpen): void {
  state.isFilterOpen = isOpen
}

/** Folds these groups away and no others. */
export function setCollapsed(keys: Iterable<string>): void {
  state.collapsed = ref(new Set(keys))
}

/** Says that conditions can be read from now on. */
export function noteLanguage(): void {
  state.languageVersion += 1
}

/** Puts the keys on a task or heading; a selection grows from the last one that was focused alone. */
export function focusTask(focus: string | undefined): void {
  state.focus = focus
  state.anchor = focus
}

/** Moves the focus and leaves where the selection grows from. */
export function extendFocus(focus: string): void {
  state.focus = focus
}

/** Chooses exactly these tasks. */
export function selectTasks(ids: Iterable<string>): void {
  state.selected.clear()
  for (const id of ids) state.selected.add(id)
}

/** Chooses a task, or no longer. */
export function toggleTask(id: string): void {
  if (!state.selected.delete(id)) state.selected.add(id)
}

/** Forgets everything that is not kept; for tests and for another project. */
export function resetTasks(): void {
  key = undefined
  Object.assign(state, start())
  state.selected.clear()
}
