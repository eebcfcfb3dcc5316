import { clientStore } from '#app/stores/client-store.ts'
import { isAboutItems, type PlannedTask, type PlanReason } from '#core/plan/plan.ts'
import type { SpaceTask } from '#core/plan/space-tasks.ts'
import { describeChange } from '#core/plan/describe-plan.ts'
import type { PlannedSentence } from './sentence-planner.ts'
import styles from './sentence.module.css'

const mostPlanned = 4

const signs: Readonly<Record<PlanReason, string>> = {
  planned: '✓',
  unchanged: '=',
  disabled: '–',
  'no-field': '–',
  'no-date': '–',
  'no-value': '–',
  forbidden: '⊘',
}
const said: Readonly<Record<PlanReason, string>> = {
  planned: 'changes',
  unchanged: 'already set',
  disabled: 'the task is disabled',
  'no-field': 'there is no such field here',
  'no-date': 'it has no due date',
  'no-value': 'it has no value to add to',
  forbidden: 'your role may not do this',
}
const ends: Readonly<Record<PlanReason, string>> = {
  planned: '',
  unchanged: 'no change',
  disabled: 'skipped',
  'no-field': 'skipped',
  'no-date': 'skipped',
  'no-value': 'skipped',
  forbidden: 'skipped',
}

/** Shows what happens to the first tasks, and one example of each reason for leaving a task unchanged. */
export function PlanView({ planned: { plan, reading } }: { readonly planned: PlannedSentence }) {
  const isOfItems = isAboutItems(reading.actions)
  const first = plan.filter(({ reason }) => reason === 'planned').slice(0, mostPlanned)
  const others = (['unchanged', 'disabled', 'no-field', 'no-date', 'no-value', 'forbidden'] as const).flatMap(
    (reason) => plan.find((each) => each.reason === reason) ?? [],
  )
  const shown = [...first, ...others]
  const rest = plan.length - shown.length
  if (shown.length === 0) return null
  return (
    <table className={styles['plan']}>
      <caption className="visually-hidden">What changes on which task</caption>
      <tbody>
        {shown.map((each) => (
          <PlanLine key={each.task.id} planned={each} isOfItem={isOfItems} />
        ))}
        {rest > 0 && (
          <tr className={styles['rest']}>
            <td colSpan={5}>and {rest.toLocaleString('en')} more</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

type PlanLineProps = { readonly planned: PlannedTask<SpaceTask>; readonly isOfItem: boolean }

function PlanLine({ planned, isOfItem }: PlanLineProps) {
  const { studio } = clientStore.get()
  const { task, reason } = planned
  if (studio === undefined) return null
  return (
    <tr data-reason={reason}>
      <td aria-hidden="true">{signs[reason]}</td>
      <th scope="row">{task.space.replica.find('items', task.itemId)?.title}</th>
      <td>{isOfItem ? '' : studio.replica.find('stages', task.stageId)?.name}</td>
      <td>{describeChange(planned, studio) ?? said[reason]}</td>
      <td>{ends[reason]}</td>
    </tr>
  )
}
