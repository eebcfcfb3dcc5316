import { defineCommand, type Command, type CommandContext } from '#app/commands/define-command.ts'
import { toItemAddress, toTaskAddress, withPopup } from '#app/lib/popup-address.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { getShownTasks, headingId, type ShownTasks, type TaskStop } from './shown-tasks.ts'
import type { TaskRow } from './task-rows.ts'
import { extendFocus, focusTask, selectTasks, setCollapsed, tasksStore, toggleTask } from './tasks-store.ts'

const base = { group: 'Tasks of the project', scope: 'tasks' } as const

/** Moving through the list of a project's tasks, and choosing some. */
export const tasksCursorCommands: readonly Command[] = [
  moving({ id: 'tasks.down', title: 'Next task', keys: ['down', 'j'] }, 1),
  moving({ id: 'tasks.up', title: 'Previous task', keys: ['up', 'k'] }, -1),
  moving({ id: 'tasks.page-down', title: 'A page down', keys: ['pagedown'] }, 20),
  moving({ id: 'tasks.page-up', title: 'A page up', keys: ['pageup'] }, -20),
  moving({ id: 'tasks.first', title: 'First task', keys: ['home'] }, Number.NEGATIVE_INFINITY),
  moving({ id: 'tasks.last', title: 'Last task', keys: ['end'] }, Number.POSITIVE_INFINITY),
  extending({ id: 'tasks.extend-down', title: 'Select on to the next task', keys: ['shift+down'] }, 1),
  extending({ id: 'tasks.extend-up', title: 'Select on to the previous task', keys: ['shift+up'] }, -1),
  defineCommand({
    ...base,
    id: 'tasks.toggle',
    title: 'Select or unselect the task',
    keys: ['x'],
    when: () => tasksStore.focus !== undefined,
    run: () => {
      const ids = findStop()?.rows.map(({ task }) => task.id) ?? []
      if (ids.length === 1) return ids.forEach(toggleTask)
      const isWhole = ids.every((id) => tasksStore.selected.has(id))
      return ids.filter((id) => tasksStore.selected.has(id) === isWhole).forEach(toggleTask)
    },
  }),
  defineCommand({
    ...base,
    id: 'tasks.select-all',
    title: 'Select all tasks that are shown',
    keys: ['mod+a'],
    run: () => selectTasks(findShown()?.rows.map(({ task }) => task.id) ?? []),
  }),
  defineCommand({
    ...base,
    id: 'tasks.select-none',
    title: 'Clear the selection',
    keys: ['escape'],
    shadows: ['layer.close'],
    when: () => tasksStore.selected.size > 0,
    run: () => selectTasks([]),
  }),
  defineCommand({
    ...base,
    id: 'tasks.open',
    title: 'Open the task',
    keys: ['enter', 'o'],
    when: () => tasksStore.focus !== undefined,
    run: (context) => {
      const stop = findStop()
      if (stop !== undefined && isHeading(stop.id)) fold(stop, false)
      else openTask(stop?.rows[0], context)
    },
  }),
  defineCommand({
    ...base,
    id: 'tasks.fold',
    title: 'Collapse the group',
    keys: ['left', 'h'],
    when: () => tasksStore.view.group !== undefined && tasksStore.focus !== undefined,
    run: () => fold(findStop(), true),
  }),
  defineCommand({
    ...base,
    id: 'tasks.unfold',
    title: 'Expand the group',
    keys: ['right', 'l'],
    when: () => tasksStore.view.group !== undefined && tasksStore.focus !== undefined,
    run: () => fold(findStop(), false),
  }),
  defineCommand({
    ...base,
    id: 'tasks.fold-all',
    title: 'Collapse or expand all groups',
    keys: ['shift+left'],
    when: () => tasksStore.view.group !== undefined,
    run: () => {
      const keys = findShown()?.groups?.map(({ key }) => key) ?? []
      const isFolded = keys.length > 0 && keys.every((key) => tasksStore.collapsed.has(key))
      setCollapsed(isFolded ? [] : keys)
      focusTask(findShown()?.stops[0]?.id)
    },
  }),
]

/** The list as it is shown; undefined while the project is not open. */
export function findShown(): ShownTasks | undefined {
  const content = findProjectContent()
  return content && getShownTasks(content)
}

/** What the keys are on. */
export function findStop(): TaskStop | undefined {
  return findShown()?.stops.find(({ id }) => id === tasksStore.focus)
}

function isHeading(id: string): boolean {
  return id.startsWith(headingId(''))
}

/** Folds the group of what the keys are on away and stays on its heading, or unfolds it and goes on its first task. */
function fold(stop: TaskStop | undefined, isFolded: boolean): void {
  const [row] = stop?.rows ?? []
  const group = row && findShown()?.groups?.find(({ rows }) => rows.includes(row))
  if (stop === undefined || group === undefined || isHeading(stop.id) === isFolded) return
  const others = [...tasksStore.collapsed].filter((key) => key !== group.key)
  setCollapsed(isFolded ? [...others, group.key] : others)
  focusTask(isFolded ? headingId(group.key) : group.rows[0]?.task.id)
}

type Named = Pick<Command, 'id' | 'title' | 'keys'>

function moving(named: Named, by: number): Command {
  return { ...base, ...named, isKeyOnly: true, isRepeatable: true, run: () => focusTask(stepFrom(by)) }
}

function extending(named: Named, by: 1 | -1): Command {
  return {
    ...base,
    ...named,
    isKeyOnly: true,
    isRepeatable: true,
    run: () => {
      const to = stepFrom(by)
      if (to === undefined) return
      extendFocus(to)
      const stops = findShown()?.stops ?? []
      const [from, until] = [tasksStore.anchor ?? to, to].map((id) => stops.findIndex((stop) => stop.id === id))
      const [first, last] = [Math.min(from ?? 0, until ?? 0), Math.max(from ?? 0, until ?? 0)]
      selectTasks(stops.slice(Math.max(0, first), last + 1).flatMap(({ rows }) => rows.map(({ task }) => task.id)))
    },
  }
}

/** What is so many lines away, staying inside the list; without a focus the first. */
function stepFrom(by: number): string | undefined {
  const stops = findShown()?.stops ?? []
  const at = stops.findIndex(({ id }) => id === tasksStore.focus)
  return (at < 0 ? stops[0] : stops[Math.min(stops.length - 1, Math.max(0, at + by))])?.id
}

/** The popup is told by the address which space the item is in. */
function openTask(row: TaskRow | undefined, { navigate, path, search }: CommandContext): void {
  if (row === undefined) return
  const { item, space } = row.place
  const popup = { item: toItemAddress(item), task: toTaskAddress(row.stage.name) }
  const query = new URLSearchParams(withPopup(search, popup))
  query.set('space', space.id)
  navigate(`${path}?${query.toString()}`, { state: history.state })
}
