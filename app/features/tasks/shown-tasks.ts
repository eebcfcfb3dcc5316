import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import type { RowGroup } from '#app/widgets/project-list/list-values.ts'
import { makeTaskTest } from './task-filter.ts'
import { getReader, type TaskListReader } from './task-reader.ts'
import { countTasks, listTasks, type TaskRow } from './task-rows.ts'
import { groupTasks, sortTasks } from './task-values.ts'
import { tasksStore } from './tasks-store.ts'

/** What the keys stop at: a task, or the heading of a group whose tasks are folded away. */
export type TaskStop = { readonly id: string; readonly rows: readonly TaskRow[] }

/** One line of the list: a task, at its place among all that are shown, or the heading of a group. */
export type ListLine =
  | { readonly id: string; readonly group: RowGroup<TaskRow>; readonly row: undefined }
  | { readonly id: string; readonly group: RowGroup<TaskRow> | undefined; readonly row: TaskRow; readonly at: number }

/** The list as it is looked at. */
export type ShownTasks = {
  readonly reader: TaskListReader
  /** How many there are whatever the filter. */
  readonly allCount: number
  readonly rows: readonly TaskRow[]
  /** Undefined where they are not put together by anything. */
  readonly groups: readonly RowGroup<TaskRow>[] | undefined
  readonly stops: readonly TaskStop[]
  readonly lines: readonly ListLine[]
  /** Of those that are shown. */
  readonly counts: ReturnType<typeof countTasks>
}

let known: { readonly seen: readonly unknown[]; readonly shown: ShownTasks } | undefined

/** The tasks of the open project as the page shows them; worked out anew once something of it is another. */
export function getShownTasks(content: ProjectContent): ShownTasks {
  const reader = getReader(content)
  const { view, query, collapsed, languageVersion } = tasksStore
  const seen = [reader, view, query, collapsed, languageVersion]
  if (known?.seen.every((each, at) => each === seen[at]) === true) return known.shown
  const shown = showTasks(content, reader)
  known = { seen, shown }
  return shown
}

/** Forgets the project that was open. */
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
  const stopsOf = (of: readonly TaskRow[]) => of.map((row) => ({ id: row.task.id, rows: [row] }))
  const stops =
    groups?.flatMap(({ key, rows: ofGroup }): readonly TaskStop[] =>
      collapsed.has(key) ? [{ id: headingId(key), rows: ofGroup }] : stopsOf(ofGroup),
    ) ?? stopsOf(rows)
  const allCount = all.reduce((count, { place }) => (place.item.isOmitted ? count : count + 1), 0)
  return {
    reader,
    allCount,
    rows: groups?.flatMap((group) => group.rows) ?? rows,
    groups,
    stops,
    lines: listLines(rows, groups),
    counts: countTasks(rows, reader.today),
  }
}

function listLines(rows: readonly TaskRow[], groups: readonly RowGroup<TaskRow>[] | undefined): readonly ListLine[] {
  if (groups === undefined) return rows.map((row, at) => ({ id: row.task.id, group: undefined, row, at }))
  let at = 0
  return groups.flatMap((group): readonly ListLine[] => {
    const first = at
    at += group.rows.length
    const heading = { id: headingId(group.key), group, row: undefined }
    if (tasksStore.collapsed.has(group.key)) return [heading]
    return [heading, ...group.rows.map((row, index) => ({ id: row.task.id, group, row, at: first + index }))]
  })
}

/** What the keys call the heading of a group. */
export function headingId(key: string): string {
  return `group ${key}`
}

/** What the element of a task's or heading's line is called. */
export function lineId(id: string): string {
  return `task-${id.replaceAll(/[^\w-]/g, '_')}`
}

/** Whether a task's item, places and stage have all these words between them. */
function isNamed({ place, stage }: TaskRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = `${place.item.title} ${place.collection.name} ${place.space.name} ${stage.name}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
