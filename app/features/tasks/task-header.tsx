import { useSnapshot } from 'valtio'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { classNames } from '#app/lib/class-names.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { tasksStore } from './tasks-store.ts'
import styles from './tasks.module.css'

/** What the columns of fields are called; each sorts the list. */
export function TaskHeader({ fields }: { readonly fields: readonly FieldDefinition[] }) {
  const { sort } = useSnapshot(tasksStore)
  return (
    <fieldset className={styles['head']} aria-label="Columns">
      <span className={styles['before']} />
      {fields.map(({ id, name, kind, description }) => (
        <CommandButton
          key={id}
          command="tasks.sort"
          args={[sort === id ? 'place' : id]}
          variant="ghost"
          size="small"
          hasKeyHint={false}
          aria-pressed={sort === id}
          className={classNames(styles['heading'], kind === 'number' && styles['end'])}
          data-tooltip={description === '' ? undefined : description}
        >
          {name}
        </CommandButton>
      ))}
    </fieldset>
  )
}
