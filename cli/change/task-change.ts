import type { StudioClient } from '#core/sync/studio-client.ts'
import type { TaskField, TaskFields, TaskValues } from '#core/tasks/mutators.ts'
import type { SkipReason } from '#core/change/mutation.ts'
import { groupBy } from '#core/lib/collections.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import type { AppError } from '#core/lib/errors.ts'
import { toId, type SpaceId, type TaskId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'

/** One task's new value, with the value that undo restores in `from`. */
export type TaskChange<Field extends TaskField = TaskField> = {
  readonly taskId: TaskId
  readonly spaceId: SpaceId
  readonly from: TaskFields[Field]
  readonly to: TaskFields[Field]
}

/** The outcome for one task. */
export type ChangeOutcome = 'changed' | SkipReason | 'failed'

export type ChangeReport = {
  /** The ids of the writes, one per space. */
  readonly operationIds: readonly string[]
  readonly outcomes: ReadonlyMap<TaskId, ChangeOutcome>
  /** The first refusal, if any. */
  readonly error: AppError | undefined
}

type Request<Field extends TaskField> = {
  readonly client: StudioClient
  readonly field: Field
  readonly changes: readonly TaskChange<Field>[]
  readonly spaces: readonly SpaceReplica[]
  readonly label: string
  /** Skips tasks whose value is no longer `from`. */
  readonly isGuarded?: boolean
}

/** Changes one field of tasks with one write per space, and waits for the server's answer to each. */
export async function changeTasks<Field extends TaskField>(request: Request<Field>): Promise<ChangeReport> {
  const outcomes = new Map<TaskId, ChangeOutcome>()
  const operationIds: string[] = []
  let error: AppError | undefined
  const spaces = new Map(request.spaces.map((space) => [space.spaceId, space]))
  for (const [spaceId, changes] of groupBy(request.changes, (change) => change.spaceId)) {
    const space = spaces.get(spaceId)
    if (space === undefined) continue
    const { operationId, skipped, failure } = await changeSpace({ ...request, changes, space })
    if (operationId !== undefined) operationIds.push(operationId)
    error ??= failure
    const fallback =
      failure === undefined ? 'changed' : failure.code === 'changed-by-someone-else' ? 'conflict' : 'failed'
    for (const { taskId } of changes) outcomes.set(taskId, skipped.get(taskId) ?? fallback)
    // If one space is refused or cannot be reached, the next ones would not be either.
    if (failure !== undefined && fallback === 'failed') break
  }
  for (const { taskId } of request.changes) if (!outcomes.has(taskId)) outcomes.set(taskId, 'failed')
  return { operationIds, outcomes, error }
}

type SpaceReport = {
  readonly operationId: string | undefined
  readonly skipped: ReadonlyMap<TaskId, ChangeOutcome>
  readonly failure: AppError | undefined
}

async function changeSpace<Field extends TaskField>(
  request: Request<Field> & { readonly space: SpaceReplica },
): Promise<SpaceReport> {
  const { client, space, field, changes, label, isGuarded = false } = request
  const conflicts = isGuarded ? findConflicts(space, field, changes) : []
  const done = await setTaskField(
    {
      space,
      field,
      label,
      taskIds: changes.map(({ taskId }) => taskId),
      values: toValues(changes.map(({ to }) => to)),
      ...(isGuarded ? { expected: toValues(changes.map(({ from }) => from)) } : {}),
    },
    client,
  )
  const before = new Map(conflicts.map((taskId) => [taskId, 'conflict' as ChangeOutcome]))
  if (!done.ok) return { operationId: undefined, skipped: before, failure: done.error }
  const answer = await done.value.answered
  if (!answer.ok) return { operationId: done.value.id, skipped: before, failure: answer.error }
  const skipped = answer.value.skipped.map(({ taskId, reason }) => [taskId, reason] as const)
  return { operationId: done.value.id, skipped: new Map([...before, ...skipped]), failure: undefined }
}

/** Returns the tasks that core leaves out of a guarded write before sending it. */
function findConflicts<Field extends TaskField>(
  space: SpaceReplica,
  field: Field,
  changes: readonly TaskChange<Field>[],
): readonly TaskId[] {
  return changes.filter(({ taskId, from }) => currentValue(space, taskId, field) !== from).map(({ taskId }) => taskId)
}

/** Returns the current value of a task's field. */
export function currentValue<Field extends TaskField>(
  space: SpaceReplica,
  taskId: TaskId,
  field: Field,
): TaskFields[Field] {
  const values: Partial<TaskFields> = {
    ...space.replica.find('item_tasks', taskId),
    estimatedHours: space.findEstimatedHours(taskId),
  }
  // A task has all its fields; a deleted task has none.
  return values[field] as TaskFields[Field]
}

function toValues<Field extends TaskField>(values: readonly TaskFields[Field][]): TaskValues<Field> {
  const [first] = values
  // `values` holds values of this field only, and the first is one of them.
  return values.every((value) => value === first) ? { all: first as TaskFields[Field] } : { each: values }
}

/** A change as stored in a file: absent values are `null`. */
export type StoredChange = {
  readonly taskId: string
  readonly spaceId: string
  readonly from: unknown
  readonly to: unknown
}

export function toStored({ taskId, spaceId, from, to }: TaskChange): StoredChange {
  return { taskId, spaceId, from: from ?? null, to: to ?? null }
}

/** Returns the change that undoes a stored one. */
export function toReverse<Field extends TaskField>({ taskId, spaceId, from, to }: StoredChange): TaskChange<Field> {
  // The file was written from changes of this field.
  const value = (stored: unknown) => (stored ?? undefined) as TaskFields[Field]
  return { taskId: toId<TaskId>(taskId), spaceId: toId<SpaceId>(spaceId), from: value(to), to: value(from) }
}
