import { toFieldText } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { isSameValue, type FieldValue } from '#core/schema/field-values.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import type { ItemId, StageId, TaskId, UserId } from '#core/lib/ids.ts'
import { foldName } from '#core/lib/slug.ts'
import { findForeignStatus } from '#core/studios/find-by-name.ts'
import type { NewImportTask, TaskFieldChange } from './import-changes.ts'
import type { ImportRow, TaskValues } from './import-row.ts'
import { PlanConflict } from './plan-conflict.ts'
import { noTask } from './sheet-fields.ts'
import type { Catalogue } from './space-content.ts'

/** A changed value, as displayed. */
export type ShownChange = { readonly field: string; readonly from: string; readonly to: string }

/** A task from a file, with its names resolved; no status if the cell is empty. */
export type ReadTask = {
  readonly stage: string
  readonly statusId: Task['statusId'] | undefined
  /** Whether the file says that there is no such task. */
  readonly isAbsent: boolean
  readonly assigneeId: UserId | null | undefined
  readonly values: Omit<TaskValues, 'status' | 'assignee'>
}

export type Cell = { readonly itemId: ItemId; readonly stageId: StageId }

/** Names collected from all rows of a file. */
export type Names = {
  /** Statuses by the words of another program that were matched to them. */
  readonly taken: Map<string, string>
  /** People who are not members, as the file names them, with the number of tasks they would get. */
  readonly unknownPeople: Map<string, number>
  readonly knownPeople: Set<UserId>
  /** Statuses and kinds that the studio lacks, with the number of tasks, or of new or changed items. */
  readonly unknownStatuses: Map<string, number>
  readonly unknownKinds: Map<string, number>
}

/** Makes an empty collection of names. */
export function noNames(): Names {
  const [taken, unknownPeople, unknownStatuses, unknownKinds] = [new Map(), new Map(), new Map(), new Map()]
  return { taken, unknownPeople, unknownStatuses, unknownKinds, knownPeople: new Set() }
}

/** Counts one more occurrence of a name. */
export function countName(names: Map<string, number>, name: string): void {
  names.set(name, (names.get(name) ?? 0) + 1)
}

type ReadRow = { readonly tasks: ReadonlyMap<StageId, ReadTask>; readonly left: readonly string[] }

/**
 * Resolves the names in a row's tasks, and returns what is not used: of several people the first gets the task, and
 * people who are not members are collected in `names`. Fails with a `PlanConflict` for a stage or status that does not
 * exist.
 */
export function readTasks({ tasks }: ImportRow, catalogue: Catalogue, names: Names): ReadRow {
  const read = new Map<StageId, ReadTask>()
  const left: string[] = []
  for (const [name, { status, assignee, ...values }] of tasks) {
    const stage = catalogue.stages.find((each) => each.name === name)
    if (stage === undefined) throw new PlanConflict(`There is no stage "${name}".`)
    const found = status === undefined ? undefined : findForeignStatus(catalogue.statuses, status)
    const isAbsent = status !== undefined && found === undefined && meansNoTask(status)
    if (status !== undefined && found === undefined && !isAbsent) {
      countName(names.unknownStatuses, status)
      throw new PlanConflict(`There is no status "${status}" (${name}).`)
    }
    if (status !== undefined && found !== undefined && !isCalled(found, status)) names.taken.set(status, found.name)
    const person = typeof assignee === 'string' ? findAssignee(assignee, { catalogue, stage: name, names }) : undefined
    left.push(...(person?.left ?? []))
    const assigneeId = typeof assignee === 'string' ? person?.userId : assignee
    read.set(stage.id, { stage: name, statusId: found?.id, isAbsent, assigneeId, values })
  }
  return { tasks: read, left }
}

/** How sheets write that there is no task, besides our own words. */
const absentWords = new RegExp(`^(?:${noTask}|-|–|n/?a|none)$`, 'i')

/** Tells whether a status says that there is no task. */
export function meansNoTask(status: string): boolean {
  return absentWords.test(status)
}

/** Tells whether a file says anything about a task besides that there is none. */
export function hasTaskContent({ statusId, assigneeId, values }: ReadTask): boolean {
  const { fields = {}, ...others } = values
  return [statusId, assigneeId, ...Object.values(others), ...Object.values(fields)].some(
    (value) => (value ?? false) !== false && value !== 0,
  )
}

function isCalled({ name, shortCode }: Catalogue['statuses'][number], text: string): boolean {
  return [name, shortCode].some((each) => foldName(each) === foldName(text))
}

/** Makes a new task; values that the file lacks get their defaults. */
export function toNewTask(id: TaskId, { itemId, stageId }: Cell, read: ReadTask | undefined): NewImportTask {
  const { statusId, assigneeId, values = {} } = read ?? {}
  const { dueDate, estimatedHours, priority, isDisabled, fields = {} } = values
  const filled = Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
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
    ...(filled.length > 0 && { fields: Object.fromEntries(filled) }),
  }
}

type PlannedTask = { readonly changes: readonly TaskFieldChange[]; readonly shown: readonly ShownChange[] }

/** Plans the changes to an existing task. Fails with a `PlanConflict` for a status on a disabled one. */
export function planTask(
  task: Task,
  read: ReadTask,
  { catalogue, hours }: { readonly catalogue: Catalogue; readonly hours: number | undefined },
): PlannedTask {
  const { stage, statusId, assigneeId, values } = read
  if (task.isDisabled && values.isDisabled !== false && statusId !== undefined && statusId !== task.statusId)
    throw new PlanConflict(`${stage} is disabled and takes no status.`)
  const wanted: Readonly<Record<TaskField, readonly [unknown, unknown]>> = {
    isDisabled: [task.isDisabled, values.isDisabled],
    statusId: [task.statusId, statusId],
    assigneeId: [task.assigneeId ?? null, assigneeId],
    dueDate: [task.dueDate ?? null, values.dueDate],
    priority: [task.priority, values.priority],
    estimatedHours: [hours ?? null, values.estimatedHours],
  }
  // The record's keys are the fields.
  const fields = Object.keys(wanted) as TaskField[]
  const changes = fields.flatMap((field): TaskFieldChange[] => {
    const [from, to] = wanted[field]
    return to === undefined || from === to ? [] : [{ id: task.id, field, from, to }]
  })
  const shown = changes.map(({ field, from, to }) => ({
    // Only these fields are compared above.
    field: field === 'statusId' ? stage : `${stage} ${fieldTitles[field as Exclude<TaskField, 'statusId'>]}`,
    from: nameOf(catalogue, from),
    to: nameOf(catalogue, to),
  }))
  const own = planOwnFields(task, read, catalogue)
  return { changes: [...changes, ...own.changes], shown: [...shown, ...own.shown] }
}

/** Plans the studio's own fields, key by key. */
function planOwnFields(task: Task, { stage, values }: ReadTask, { taskFields = [], members }: Catalogue): PlannedTask {
  const changed = Object.entries(values.fields ?? {}).flatMap(([key, to]) => {
    const field = taskFields.find((each) => each.key === key)
    const from = task.fields?.[key]
    return field === undefined || isSameValue(from, to) ? [] : [{ field, from, to }]
  })
  const say = (field: FieldDefinition, value: FieldValue | null | undefined): string =>
    toFieldText(field, value ?? undefined, members)
  return {
    changes: changed.map(({ field, from, to }) => {
      return { id: task.id, field: `fields.${field.key}` as const, from: from ?? null, to }
    }),
    shown: changed.map(({ field, from, to }) => {
      return { field: `${stage} ${field.name}`, from: say(field, from), to: say(field, to) }
    }),
  }
}

/** Returns the name of a status or person, anything else as text. */
export function nameOf({ statuses, members }: Catalogue, value: unknown): string {
  const status = statuses.find(({ id }) => id === value)
  const member = members.find(({ userId }) => userId === value)
  return status?.name ?? member?.displayName ?? toText(value)
}

/** Converts a field's value to text; empty if there is none. */
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

type Asked = { readonly catalogue: Catalogue; readonly stage: string; readonly names: Names }

/** Finds the first named person who is a member: Kitsu names everybody on a task, while here one person has it. */
function findAssignee(text: string, { catalogue, stage, names }: Asked): { userId?: UserId; left: readonly string[] } {
  const left: string[] = []
  let userId: UserId | undefined
  for (const name of listPeople(text, catalogue.members)) {
    const found = findMembers(catalogue.members, name)
    const [first, second] = found
    if (second !== undefined)
      throw new PlanConflict(`${stage}: ${found.length} people are called "${name}": write an e-mail address.`)
    if (first === undefined) {
      countName(names.unknownPeople, name)
      left.push(`${stage}: "${name}" is not a member of the studio.`)
    } else if (userId === undefined) userId = first.userId
    else if (userId !== first.userId) left.push(`${stage}: ${first.displayName} is left out; a task has one assignee.`)
    if (first !== undefined) names.knownPeople.add(first.userId)
  }
  return { ...(userId !== undefined && { userId }), left }
}

/** Splits a cell into the people it names, unless it is one person's name with a comma. */
function listPeople(text: string, members: Catalogue['members']): readonly string[] {
  if (findMembers(members, text).length > 0) return [text]
  return text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function findMembers(members: Catalogue['members'], text: string): Catalogue['members'] {
  // `Mei Tanaka <mei@studio.example>` is a person, too.
  const address = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text)?.[1]
  const wanted = (address ?? text).trim().toLowerCase()
  return members.filter(
    ({ archivedAt, email, displayName }) =>
      archivedAt === undefined && (wanted === email.toLowerCase() || foldName(wanted) === foldName(displayName)),
  )
}
