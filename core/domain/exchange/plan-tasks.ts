import type { ItemId, StageId, TaskId, UserId } from '#core/lib/ids.ts'
import type { Task } from '../entities.ts'
import { findNamed } from '../slug.ts'
import type { NewImportTask, TaskFieldChange } from './import-changes.ts'
import type { ImportRow, TaskValues } from './import-row.ts'
import { PlanConflict } from './plan-conflict.ts'
import type { Catalogue } from './space-content.ts'

/** A value that changes, in words. */
export type ShownChange = { readonly field: string; readonly from: string; readonly to: string }

/** A task as a file describes it, with what its names mean; no status where the file's cell is empty. */
export type ReadTask = {
  readonly stage: string
  readonly statusId: Task['statusId'] | undefined
  readonly assigneeId: UserId | null | undefined
  readonly values: Omit<TaskValues, 'status' | 'assignee'>
}

export type Cell = { readonly itemId: ItemId; readonly stageId: StageId }

/** What the names in a row's tasks mean. Fails with a `PlanConflict` for names of nothing. */
export function readTasks({ tasks }: ImportRow, catalogue: Catalogue): ReadonlyMap<StageId, ReadTask> {
  const read = new Map<StageId, ReadTask>()
  for (const [name, { status, assignee, ...values }] of tasks) {
    const stage = catalogue.stages.find((each) => each.name === name)
    if (stage === undefined) throw new PlanConflict(`There is no stage "${name}".`)
    const found = status === undefined ? undefined : findStatus(catalogue, status)
    if (status !== undefined && found === undefined) throw new PlanConflict(`There is no status "${status}" (${name}).`)
    const assigneeId = typeof assignee === 'string' ? findMember(catalogue, assignee, name) : assignee
    read.set(stage.id, { stage: name, statusId: found?.id, assigneeId, values })
  }
  return read
}

/** A task to be made; what the file does not say is as tasks begin. */
export function toNewTask(id: TaskId, { itemId, stageId }: Cell, read: ReadTask | undefined): NewImportTask {
  const { statusId, assigneeId, values = {} } = read ?? {}
  const { dueDate, estimatedHours, priority, isDisabled } = values
  return {
    id,
    itemId,
    stageId,
    statusId,
    assigneeId: assigneeId ?? undefined,
    dueDate: dueDate ?? undefined,
    estimatedHours: estimatedHours ?? undefined,
    priority,
    isDisabled,
  }
}

type PlannedTask = { readonly changes: readonly TaskFieldChange[]; readonly shown: readonly ShownChange[] }

/** What a file changes about a task that is there. Fails with a `PlanConflict` for a status on a disabled one. */
export function planTask(
  task: Task,
  read: ReadTask,
  { catalogue, hours }: { readonly catalogue: Catalogue; readonly hours: number | undefined },
): PlannedTask {
  const { stage, statusId, assigneeId, values } = read
  if (task.isDisabled && values.isDisabled !== false && statusId !== undefined && statusId !== task.statusId)
    throw new PlanConflict(`${stage} is disabled and takes no status.`)
  const wanted: Readonly<Record<TaskFieldChange['field'], readonly [unknown, unknown]>> = {
    isDisabled: [task.isDisabled, values.isDisabled],
    statusId: [task.statusId, statusId],
    assigneeId: [task.assigneeId ?? null, assigneeId],
    dueDate: [task.dueDate ?? null, values.dueDate],
    priority: [task.priority, values.priority],
    estimatedHours: [hours ?? null, values.estimatedHours],
  }
  // The record's keys are the fields.
  const fields = Object.keys(wanted) as TaskFieldChange['field'][]
  const changes = fields.flatMap((field): TaskFieldChange[] => {
    const [from, to] = wanted[field]
    return to === undefined || from === to ? [] : [{ id: task.id, field, from, to }]
  })
  const shown = changes.map(({ field, from, to }) => ({
    field: field === 'statusId' ? stage : `${stage} ${fieldTitles[field]}`,
    from: nameOf(catalogue, from),
    to: nameOf(catalogue, to),
  }))
  return { changes, shown }
}

/** A status or a person by its name, anything else as text. */
export function nameOf({ statuses, members }: Catalogue, value: unknown): string {
  const status = statuses.find(({ id }) => id === value)
  const member = members.find(({ userId }) => userId === value)
  return status?.name ?? member?.displayName ?? toText(value)
}

/** A value of a field as text; empty where there is none. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}

const fieldTitles = {
  statusId: 'status',
  assigneeId: 'assignee',
  dueDate: 'due',
  priority: 'priority',
  isDisabled: 'disabled',
  estimatedHours: 'estimate',
} as const

function findStatus({ statuses }: Catalogue, text: string): Catalogue['statuses'][number] | undefined {
  const wanted = text.toLowerCase()
  return (
    findNamed(statuses, wanted, ({ name }) => name.toLowerCase()) ??
    statuses.find(({ shortCode }) => shortCode.toLowerCase() === wanted)
  )
}

function findMember({ members }: Catalogue, text: string, stage: string): UserId {
  // Kitsu names everybody of a task; here one person has it.
  const wanted = text.split(',').map((name) => name.trim().toLowerCase())
  const found = members.filter(
    ({ archivedAt, email, displayName }) =>
      archivedAt === undefined &&
      wanted.some((name) => name === email.toLowerCase() || name === displayName.toLowerCase()),
  )
  const [first, second] = found
  if (first === undefined) throw new PlanConflict(`Nobody of the studio is "${text}" (${stage}).`)
  if (second !== undefined) throw new PlanConflict(`${stage} names ${found.length} people; a task has one assignee.`)
  return first.userId
}
