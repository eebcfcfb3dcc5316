import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './timesheet.module.css'

/** Where time should stand that could not be had: it says so for as long as that is so. */
export function LoadFailed() {
  return (
    <div className={styles['failed']}>
      <div className={styles['notice']}>
        <EmptyState title="The timesheet could not be loaded">
          <CommandButton command="timesheet.reload" />
        </EmptyState>
      </div>
    </div>
  )
}
