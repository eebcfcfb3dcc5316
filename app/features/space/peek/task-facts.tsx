import type { Task } from '#core/schema/item-tasks.ts'
import { useState, type ReactNode } from 'react'
import { dateInZone } from '#core/lib/calendar-date.ts'
import { dueLabelOf } from '#core/tasks/due-label.ts'
import { formatEstimate } from '#core/tasks/estimate.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { priorities } from '#core/tasks/priorities.ts'
import type { SpaceModel } from '../model/space-model.ts'
import styles from './peek.module.css'

type TaskFactsProps = { readonly model: SpaceModel; readonly task: Task }

/** A task's status, artists, due date, priority and estimate; those not set are left out. */
export function TaskFacts({ model, task }: TaskFactsProps) {
  if (task.isDisabled) return <p className={styles['place']}>Disabled</p>
  const status = model.findStatus(task.statusId)?.row
  const people = model.getPeople()
  const artists = model.getArtists(task).flatMap((id) => people.get(id)?.name ?? [])
  const priority = task.priority === 0 ? undefined : priorities.find(({ value }) => value === task.priority)?.label
  const hours = model.space.findEstimatedHours(task.id) ?? 0
  return (
    <dl className={styles['facts']}>
      {fact('Status', status === undefined ? 'Unknown' : <StatusPill status={status} />)}
      {artists.length > 0 && fact('Artists', artists.join(', '))}
      {task.dueDate !== undefined && fact('Due', <DueText task={task} />)}
      {priority !== undefined && fact('Priority', priority)}
      {hours > 0 && fact('Estimate', formatEstimate(hours))}
    </dl>
  )
}

function DueText({ task: { dueDate } }: Pick<TaskFactsProps, 'task'>) {
  const [today] = useState(() => dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone))
  if (dueDate === undefined) return null
  const { text, tone } = dueLabelOf(dueDate, today)
  return (
    <>
      <span className={styles[tone]}>{text}</span> · {dueDate}
    </>
  )
}

function fact(name: string, value: ReactNode): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
