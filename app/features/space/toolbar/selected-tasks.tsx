import { Trash2 } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { countOf } from '#core/lib/text.ts'
import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { countSelected, countTasks } from '../commands/targets.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { clearSelection, spaceViewStore } from '../space-view-store.ts'
import styles from './toolbar.module.css'

type SelectedTasksProps = { readonly model: SpaceModel }

/** The actions for the selected cells. */
export function SelectedTasks({ model }: SelectedTasksProps) {
  const { selection } = spaceViewStore
  const layout = model.getLayout()
  const version = model.space.replica.getVersion('item_tasks')
  // oxlint-disable-next-line react/exhaustive-deps -- recounted when one of the sources it reads has changed
  const { tasks, empty } = useMemo(() => countSelected(model), [model, selection, layout, version])
  if (selection.cells.size === 0) return null
  const { studio } = model
  return (
    <SelectionBar count={tellCount(tasks, empty)} onClear={clearSelection}>
      {/* A finger has no Enter. */}
      {tasks > 0 && <span className={styles['open']}>{action('task.open', 'Open')}</span>}
      {studio.can('create') && tasks > 0 && (
        <>
          {action('task.status-menu', 'Status')}
          {action('task.assign', 'Assign')}
          {action('task.due', 'Due')}
          {action('task.priority', 'Priority')}
          {action('task.estimate', 'Estimate')}
          {action('task.review', 'Review')}
        </>
      )}
      {studio.can('create') &&
        empty > 0 &&
        action('task.fill-empty', `Fill ${empty === 1 ? 'empty' : `${empty} empty`}`)}
      {studio.can('delete') && tasks > 0 && (
        <CommandButton
          command="task.delete"
          variant="ghost"
          icon={<Trash2 aria-hidden="true" />}
          className={styles['delete']}
        >
          Delete
        </CommandButton>
      )}
    </SelectionBar>
  )
}

/** Cells of fields are counted as cells. */
function tellCount(tasks: number, empty: number): string {
  if (tasks > 0) return countTasks(tasks)
  return empty > 0 ? 'No tasks' : countOf(spaceViewStore.selection.cells.size, 'cell')
}

function action(command: string, label: string): ReactNode {
  return (
    <CommandButton command={command} variant="ghost">
      {label}
    </CommandButton>
  )
}
