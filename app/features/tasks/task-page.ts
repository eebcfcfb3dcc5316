import type { CommandContext } from '#app/commands/define-command.ts'
import { toItemAddress, toTaskAddress, withPopup } from '#app/lib/popup-address.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { nameOfKind } from '#app/widgets/project-content/project-items.ts'
import type { CellPage } from '#app/widgets/project-list/list-cells.ts'
import type { ListColumn } from '#app/widgets/project-list/list-columns.ts'
import { describePlace } from '#app/widgets/project-list/list-values.ts'
import { getShownTasks } from './shown-tasks.ts'
import { findTaskCell } from './task-cells.ts'
import { listTaskColumns } from './task-columns.ts'
import { getReader } from './task-reader.ts'
import type { TaskRow } from './task-rows.ts'
import { tasksList, tasksStore } from './tasks-store.ts'

/** The rows and cells of a project's tasks. */
export const taskCells: CellPage<TaskRow> = {
  list: tasksList,
  group: 'Tasks of the project',
  noun: 'task',
  idOf: ({ task }) => task.id,
  findShown: () => {
    const content = findProjectContent()
    return content && getShownTasks(content)
  },
  listColumns: () => listTaskColumns(listProjectFields(findProjectContent()), tasksStore.view.columns),
  findOwnCell: findTaskCell,
  textOf,
  open: openTask,
}

function textOf(row: TaskRow, { id, field }: ListColumn): string {
  const content = findProjectContent()
  if (content === undefined) return ''
  if (field !== undefined) return getReader(content).textOf(field, row)
  if (id === 'kind') return nameOfKind(row.place.item, content.studio.getKinds()) ?? ''
  return id === 'place' ? describePlace(row.place) : row.stage.name
}

/** Opens a task in the popup; the address names its space, since the page shows several. */
function openTask(row: TaskRow, { navigate, path, search }: CommandContext): void {
  const { item, space } = row.place
  const popup = { item: toItemAddress(item), task: toTaskAddress(row.stage.name) }
  const query = new URLSearchParams(withPopup(search, popup))
  query.set('space', space.id)
  navigate(`${path}?${query.toString()}`, { state: history.state })
}
