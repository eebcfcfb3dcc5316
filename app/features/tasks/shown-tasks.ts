import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { layOutRows, type ListedRows } from '#app/widgets/project-list/list-lines.ts'
import { makeTaskTest } from './task-filter.ts'
import { getReader, type TaskListReader } from './task-reader.ts'
import { countTasks, listTasks, type TaskRow } from './task-rows.ts'
import { groupTasks, sortTasks } from './task-values.ts'
import { tasksStore } from './tasks-store.ts'

/** The tasks that pass the filter, sorted and grouped. */
export type ShownTasks = ListedRows<TaskRow> & {
  readonly reader: TaskListReader
  /** The number of tasks without the filter. */
  readonly allCount: number
  /** Counts of the shown tasks. */
  readonly counts: ReturnType<typeof countTasks>
}

let known: { readonly seen: readonly unknown[]; readonly shown: ShownTasks } | undefined

/** Returns the tasks of the open project as the page shows them; recomputed only when something changes. */
export function getShownTasks(content: ProjectContent): ShownTasks {
  const reader = getReader(content)
  const { view, query, collapsed, languageVersion } = tasksStore
  const seen = [reader, view, query, collapsed, languageVersion]
  if (known?.seen.every((each, at) => each === seen[at]) === true) return known.shown
  const shown = showTasks(content, reader)
  known = { seen, shown }
  return shown
}

/** Drops the cached rows of the last project. */
export function forgetShownTasks(): void {
  known = undefined
}

function showTasks(content: ProjectContent, reader: TaskListReader): ShownTasks {
  const { view, query, collapsed } = tasksStore
  const all = listTasks(content)
  const passes = makeTaskTest(content, view.filter, reader)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const passing = all.filter((row) => passes(row) && isNamed(row, words))
  const rows = view.sort === undefined ? passing : sortTasks(passing, view.sort, reader)
  const groups = view.group === undefined ? undefined : groupTasks(rows, view.group, reader)
  const allCount = all.reduce((count, { place }) => (place.item.isOmitted ? count : count + 1), 0)
  return {
    reader,
    allCount,
    ...layOutRows({ rows, groups, collapsed, idOf: ({ task }) => task.id }),
    counts: countTasks(rows, reader.today),
  }
}

/** Returns whether every word occurs in the name of a task's item, collection, space or stage. */
function isNamed({ place, stage }: TaskRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = `${place.item.title} ${place.collection.name} ${place.space.name} ${stage.name}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
