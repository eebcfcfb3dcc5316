import type { TaskField, TaskFields, TaskValues } from '../domain/mutations.ts'
import type { Mutation } from '../domain/mutations.ts'
import { isEstimateHours } from '../domain/estimate.ts'
import type { Task } from '../domain/entities.ts'
import type { TaskId } from '../lib/ids.ts'
import { groupBy } from '../lib/collections.ts'
import type { Result } from '../lib/result.ts'
import { addRows, removeRows, setRows, type Patch } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type SetTaskFieldInput<Field extends TaskField> = {
  readonly space: SpaceReplica
  readonly taskIds: readonly TaskId[]
  readonly field: Field
  readonly values: TaskValues<Field>
  /** Tasks that have another value by now are left alone. */
  readonly expected?: TaskValues<Field>
  /** What the person did, for undo and the list of pending changes. */
  readonly label?: string
}

type Change<Field extends TaskField> = {
  readonly taskId: TaskId
  readonly from: TaskFields[Field]
  readonly to: TaskFields[Field]
}

const labels: Readonly<Record<TaskField, string>> = {
  statusId: 'Set status',
  assigneeId: 'Assign',
  dueDate: 'Set due date',
  priority: 'Set priority',
  isDisabled: 'Enable or disable tasks',
  estimatedHours: 'Set estimate',
}

/**
 * Sets one field of tasks in one step: one value for all or one for each. Absent, unchanged and, for a status, disabled
 * tasks are left out; `not-found` or `task-disabled` when nothing can change. Undo gives each task its own value back,
 * unless somebody else changed it since.
 */
export async function setTaskField<Field extends TaskField>(
  input: SetTaskFieldInput<Field>,
  context: OperationContext,
): Promise<Result<Done>> {
  const { space, field, expected } = input
  const { changes, conflictCount, refusal } = collectChanges(input)
  if (changes.length === 0) return refuse(refusal)
  if (changes.some(({ to }) => field === 'estimatedHours' && typeof to === 'number' && !isEstimateHours(to))) {
    return refuse('estimate-out-of-range')
  }
  const taskIds = changes.map(({ taskId }) => taskId)
  const before: TaskValues<Field> = { each: changes.map(({ from }) => from) }
  const after: TaskValues<Field> = 'all' in input.values ? input.values : { each: changes.map(({ to }) => to) }
  const mutation = {
    kind: 'update-tasks',
    taskIds,
    field,
    values: after,
    ...(expected === undefined ? {} : { expected: before }),
  }
  const label = input.label ?? labels[field]
  return await carryOut(
    context,
    // `field` and `values` have the same `Field`; the union of mutations cannot follow a generic one.
    {
      studioId: space.studioId,
      label,
      mutation: mutation as Mutation,
      patches: toPatches(space, field, { changes, taskIds }),
    },
    {
      changedCount: changes.length,
      conflictCount,
      revert: async () =>
        await setTaskField({ space, taskIds, field, values: before, expected: after, label }, context),
      apply: async () => await setTaskField({ space, taskIds, field, values: after, expected: before, label }, context),
    },
  )
}

function collectChanges<Field extends TaskField>({
  space,
  taskIds,
  field,
  values,
  expected,
}: SetTaskFieldInput<Field>): {
  changes: Change<Field>[]
  conflictCount: number
  refusal: 'not-found' | 'task-disabled' | 'changed-by-someone-else'
} {
  const changes: Change<Field>[] = []
  let [conflictCount, disabledCount] = [0, 0]
  for (const [index, taskId] of taskIds.entries()) {
    const task = space.replica.find('item_tasks', taskId)
    if (task === undefined) continue
    const from = currentValue(space, task, field)
    const to = valueAt(values, index)
    const isConflict = expected !== undefined && from !== valueAt(expected, index)
    if (isConflict) conflictCount += 1
    else if (field === 'statusId' && task.isDisabled) disabledCount += 1
    else if (from !== to) changes.push({ taskId, from, to })
  }
  const refusal = conflictCount > 0 ? 'changed-by-someone-else' : disabledCount > 0 ? 'task-disabled' : 'not-found'
  return { changes, conflictCount, refusal }
}

function toPatches<Field extends TaskField>(
  space: SpaceReplica,
  field: Field,
  { changes, taskIds }: { readonly changes: readonly Change<Field>[]; readonly taskIds: readonly TaskId[] },
): Patch[] {
  const scope = `space:${space.spaceId}` as const
  return [...groupBy(changes, ({ to }) => to)].flatMap(([to, group]): Patch[] => {
    // The mutation's own list where it can be: the device and other tabs are then handed one copy of it and not two.
    const keys = group.length === taskIds.length ? taskIds : group.map(({ taskId }) => taskId)
    if (field === 'assigneeId') return assignPatches(space, group)
    if (field !== 'estimatedHours') return [setRows({ scope, table: 'item_tasks' }, keys, { [field]: to })]
    const place = { scope, table: 'task_estimations' } as const
    if (typeof to !== 'number') return [removeRows(place, keys)]
    return [
      addRows(
        place,
        keys.map((taskId) => ({ taskId, estimatedHours: to })),
      ),
      setRows(place, keys, { estimatedHours: to }),
    ]
  })
}

/** A task's planned blocks go with it to the new assignee, as on the server; without one they keep their dates in the queue. */
function assignPatches<Field extends TaskField>(space: SpaceReplica, group: readonly Change<Field>[]): Patch[] {
  const scope = `space:${space.spaceId}` as const
  const keys = group.map(({ taskId }) => taskId)
  // The group is of changes of `assigneeId`, which share one value.
  const assigneeId = group[0]?.to as TaskFields['assigneeId']
  const blocks = group.flatMap(({ taskId, from }) =>
    space.replica
      .getUnder('task_blocks', taskId)
      .filter((block) => block.startDate !== undefined && block.assigneeId === from)
      .map(({ id }) => id),
  )
  return [
    setRows({ scope, table: 'item_tasks' }, keys, { assigneeId }),
    setRows({ scope, table: 'task_blocks' }, blocks, { assigneeId }),
  ]
}

function currentValue<Field extends TaskField>(
  { findEstimatedHours }: SpaceReplica,
  task: Task,
  field: Field,
): TaskFields[Field] {
  // An estimate has a table of its own; every other field is the task's.
  const value =
    field === 'estimatedHours' ? findEstimatedHours(task.id) : task[field as Exclude<TaskField, 'estimatedHours'>]
  return value as TaskFields[Field]
}

function valueAt<Field extends TaskField>(values: TaskValues<Field>, index: number): TaskFields[Field] {
  // Parallel to the task ids, as its type says.
  return 'all' in values ? values.all : (values.each[index] as TaskFields[Field])
}
