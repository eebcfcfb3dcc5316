import type { FilePlan } from '#core/exchange/import-into-space.ts'
import type { PlanSummary } from '#core/exchange/plan-summary.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './import-dialog.module.css'

type ImportFooterProps = {
  /** Absent where there is no plan yet, or none at all. */
  readonly plan: FilePlan | undefined
  /** How many rows of the studio the plan creates and changes. */
  readonly size: number
}

/**
 * The import button, with the number of rows that cannot be imported beside it: the plan may be scrolled out of view.
 */
export function ImportFooter({ plan, size }: ImportFooterProps) {
  const conflicts = plan?.entries.filter(({ kind }) => kind === 'conflict').length ?? 0
  return (
    <>
      {conflicts > 0 && (
        <p className={styles['conflicts']}>
          {conflicts === 1 ? '1 row is left out, see above' : `${conflicts} rows are left out, see above`}
        </p>
      )}
      <Button type="submit" form="import-form" variant="primary" isDisabled={size === 0}>
        {plan !== undefined && size > 0 ? toButtonText(plan.summary, size) : 'Nothing to import'}
      </Button>
    </>
  )
}

function toButtonText({ items, tasks, comments }: PlanSummary, size: number): string {
  const countOf = (count: number, noun: string): string => `Import ${count} ${noun}${count === 1 ? '' : 's'}`
  const ofItems = items.created + items.changed
  const ofTasks = tasks.created + tasks.changed
  if (ofItems > 0) return countOf(ofItems, 'item')
  if (ofTasks > 0) return countOf(ofTasks, 'task')
  return comments.created > 0 ? countOf(comments.created, 'comment') : countOf(size, 'change')
}
