import { Bell, BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { sumBy } from '#core/lib/collections.ts'
import { dateInZone, type EpochMs } from '#core/lib/calendar-date.ts'
import { listAssignees } from '#core/plan/space-tasks.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import { formatEstimate } from '#core/tasks/estimate.ts'
import { followersQuery } from '#core/tasks/followers.ts'
import { nameOfPriority } from '#core/tasks/priorities.ts'
import { formatTimeSpent, parseTimeSpent } from '#core/timesheet/time-spent.ts'
import { useNow } from '#app/hooks/use-now.ts'
import type { CommandId } from '#app/commands/define-command.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import type { PopupModel } from './popup-store.ts'
import type { FieldRow } from '#app/widgets/field-facts/field-row.ts'
import { SetField } from '#app/widgets/field-facts/field-facts.tsx'
import styles from '#app/widgets/field-facts/facts.module.css'
import { itemFieldIds, taskFieldIds, toItemRow, toTaskRow } from './field-commands.ts'
import type { PopupTask } from './resolve-popup.ts'

type PopupFactsProps = { readonly model: PopupModel; readonly task: PopupTask }

/** The task's assignees, due date, estimate and logged time, each edited in place. */
export function PopupFacts({ model, task }: PopupFactsProps) {
  const { studio, space } = model
  const today = dateInZone(useNow(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const people = listAssignees(space, task).map((id) => studio.replica.find('studio_members', id)?.displayName ?? '')
  const due = task.dueDate === undefined ? undefined : dueLabelOf(task.dueDate, today)
  const hours = space.findEstimatedHours(task.id)
  const minutes =
    model.item && sumBy(model.item.getVersions(task.id), ({ timeSpent }) => parseTimeSpent(timeSpent ?? '') ?? 0)
  const canChange = studio.can('create')
  return (
    <section className={styles['facts']} aria-label={`About ${task.title}`}>
      <Fact command="popup.assign" label="Assigned to" missing="Not assigned" canChange={canChange}>
        {people.join(', ')}
      </Fact>
      <Fact command="popup.due" label="" missing="No due date" canChange={canChange}>
        {due !== undefined && (
          <span data-tone={due.tone} data-tooltip={task.dueDate}>
            {due.text}
          </span>
        )}
      </Fact>
      <Fact command="popup.estimate" label="Estimate" missing="No estimate" canChange={canChange}>
        {hours !== undefined && hours > 0 && formatEstimate(hours)}
      </Fact>
      <Fact command="popup.priority" label="Priority" missing="No priority" canChange={canChange}>
        {task.priority > 0 && nameOfPriority(task.priority)}
      </Fact>
      <Followers model={model} task={task} />
      {minutes !== undefined && (
        <p className={styles['fact']}>
          <span className={styles['label']}>Time so far</span> {formatTimeSpent(minutes)}
        </p>
      )}
      {canChange && hasNothing(toTaskRow(model)) && (
        <SetField command={taskFieldIds.ask}>Set a field of the task</SetField>
      )}
      {canChange && hasNothing(toItemRow(model)) && <SetField command={itemFieldIds.ask}>Set a field</SetField>}
    </section>
  )
}

/** Returns whether there are fields but none has a value. */
function hasNothing(row: FieldRow | undefined): boolean {
  if (row === undefined || row.fields.length === 0) return false
  return row.fields.every(({ key }) => row.values?.[key] === undefined)
}

/** The followers of the task; a button toggles one's own following. */
function Followers({ model, task }: PopupFactsProps) {
  const question = followersQuery({ studioId: model.studio.studioId, taskId: task.id })
  const { rows, answeredAt, failure, asOf } = usePage(question)
  if (answeredAt === undefined) {
    if (failure === undefined) return null
    return (
      <p className={styles['fact']}>
        <span className={styles['label']}>Followers</span> not available offline
      </p>
    )
  }
  const userIds = rows.map(({ userId }) => userId)
  const isMine = userIds.includes(model.client.userId)
  const names = userIds.flatMap((id) => model.studio.replica.find('studio_members', id)?.displayName ?? [])
  const others = names.length - 2
  return (
    <CommandButton
      command="popup.follow"
      variant="ghost"
      size="small"
      className={styles['fact']}
      aria-pressed={isMine}
      icon={isMine ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
    >
      <span className={styles['label']}>{userIds.length === 0 ? 'Not followed' : 'Followed by'}</span>{' '}
      <span data-tooltip={[...(names.length > 2 ? [names.join(', ')] : []), ...stateOf(asOf)].join(' · ') || undefined}>
        {names.length === 0 && userIds.length > 0 ? userIds.length : names.slice(0, 2).join(', ')}
        {others > 0 && ` and ${others} more`}
      </span>
    </CommandButton>
  )
}

/** Returns the age of the answer while the server cannot be reached. */
function stateOf(asOf: EpochMs | undefined): readonly string[] {
  return asOf === undefined ? [] : [`as of ${new Date(asOf).toLocaleString()}`]
}

type FactProps = {
  readonly command: CommandId
  readonly label: string
  /** Shown in place of label and value if there is no value. */
  readonly missing: string
  readonly canChange: boolean
  readonly children: ReactNode
}

function Fact({ command, label, missing, canChange, children }: FactProps) {
  const hasValue = children !== false && children !== ''
  const content = hasValue ? (
    <>
      {label !== '' && <span className={styles['label']}>{label}</span>} {children}
    </>
  ) : (
    <span className={styles['label']}>{missing}</span>
  )
  if (!canChange) return <p className={styles['fact']}>{content}</p>
  return (
    <CommandButton command={command} variant="ghost" size="small" className={styles['fact']} data-fact={command}>
      {content}
    </CommandButton>
  )
}
