import { classNames } from '#app/lib/class-names.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { TaskColumn } from './task-columns.ts'
import { tasksStore } from './tasks-store.ts'
import styles from './tasks.module.css'

/** What the columns are called; each sorts the list: up, then down, then no longer. */
export function TaskHeader({ columns }: { readonly columns: readonly TaskColumn[] }) {
  const item = { id: 'item', name: 'Item', field: undefined }
  return (
    <fieldset className={styles['head']} aria-label="Columns">
      <span />
      {[item, ...columns].map(({ id, name, field }) => (
        <CommandButton
          key={id}
          command="tasks.sort"
          args={[nextSort(id)]}
          variant="ghost"
          size="small"
          hasKeyHint={false}
          aria-pressed={tasksStore.view.sort?.columnId === id}
          className={classNames(styles['columnName'], field?.kind === 'number' && styles['end'])}
          data-tooltip={field?.description === '' ? undefined : field?.description}
        >
          {name}
          {signOf(id)}
        </CommandButton>
      ))}
    </fieldset>
  )
}

/** What a press on a column's name sorts by. */
function nextSort(id: string): string {
  const { sort } = tasksStore.view
  if (id === 'place') return ''
  if (sort?.columnId !== id) return id
  return sort.isDown ? '' : `${id}:down`
}

function signOf(id: string): string {
  const { sort } = tasksStore.view
  if (sort?.columnId !== id) return ''
  return sort.isDown ? ' ↓' : ' ↑'
}
