import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './timesheet.module.css'

/** Stands in for time that could not be loaded, until it is. */
export function LoadFailed({ level = 2 }: { readonly level?: 1 | 2 }) {
  return (
    <div className={styles['failed']}>
      <div className={styles['notice']}>
        <EmptyState level={level} title="The timesheet could not be loaded">
          <CommandButton command="timesheet.reload" />
        </EmptyState>
      </div>
    </div>
  )
}
