import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import type { Skipped, SkipReason } from '#core/change/mutation.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import { id, ids } from '#core/change/shapes.ts'
import type { RowReader, Transaction } from '#core/change/transaction.ts'
import { listFieldsOf, toNewFields } from '#core/fields/new-item-fields.ts'
import { groupBy } from '#core/lib/collections.ts'
import { AppError } from '#core/lib/errors.ts'
import {
  toId,
  type CommentId,
  type ItemId,
  type SpaceId,
  type StageId,
  type StatusId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { parseScope, type Scope } from '#core/schema/scope.ts'
import { inOrder, newRow, toSnakeCase } from '#core/schema/tables.ts'
import { isEstimateHours } from './estimate.ts'

/** The fields that can be changed on many tasks at once. */
export type TaskFields = Pick<Task, 'statusId' | 'assigneeId' | 'dueDate' | 'priority' | 'isDisabled'> & {
  readonly estimatedHours: number | undefined
}
export type TaskField = keyof TaskFields

/** One value for all tasks, or one for each in the order of the ids. */
export type TaskValues<Field extends TaskField> =
  | { readonly all: TaskFields[Field] }
  | { readonly each: readonly TaskFields[Field][] }

type UpdateTasks = {
  readonly taskIds: readonly TaskId[]
  readonly field: TaskField
  readonly values: TaskValues<TaskField>
  /** A task whose value differs is left alone, so that an undo never overwrites somebody else's change. */
  readonly expected?: TaskValues<TaskField> | undefined
  readonly label?: string | undefined
}

type Value = TaskFields[TaskField]

const labels: Readonly<Record<TaskField, string>> = {
  statusId: 'Set status',
  assigneeId: 'Assign',
  dueDate: 'Set due date',
  priority: 'Set priority',
  isDisabled: 'Enable or disable tasks',
  estimatedHours: 'Set estimate',
}

const values: v.GenericSchema<TaskValues<TaskField>> = v.union([
  v.object({ all: v.custom<Value>(() => true) }),
  v.object({ each: v.array(v.custom<Value>(() => true)) }),
])

/**
 * Sets one field of tasks, to one value for all or one for each. Skips missing and unchanged tasks and, except when
 * enabling or disabling, disabled ones. Undo restores each task's own value, unless somebody else has changed it since.
 */
export const updateTasks: Mutator<'update-tasks', UpdateTasks> = defineMutator({
  kind: 'update-tasks',
  args: v.object({
    taskIds: ids<TaskId>(),
    field: v.picklist(['statusId', 'assigneeId', 'dueDate', 'priority', 'isDisabled', 'estimatedHours']),
    values,
    expected: v.optional(values),
    label: v.optional(v.string()),
  }) satisfies v.GenericSchema<unknown, UpdateTasks>,
  label: ({ field, label }: UpdateTasks) => label ?? labels[field],

  plan(rows, args: UpdateTasks): Plan<UpdateTasks> {
    const kept: number[] = []
    let [conflictCount, disabledCount] = [0, 0]
    for (const index of args.taskIds.keys()) {
      const reason = reasonToSkip(rows, args, index)
      if (reason === undefined) kept.push(index)
      else if (reason === 'conflict') conflictCount += 1
      else if (reason === 'disabled') disabledCount += 1
    }
    if (kept.length === 0) {
      return {
        refusal: conflictCount > 0 ? 'changed-by-someone-else' : disabledCount > 0 ? 'task-disabled' : 'not-found',
      }
    }
    const isWrong = (hours: Value): boolean => typeof hours === 'number' && !isEstimateHours(hours)
    if (args.field === 'estimatedHours' && kept.some((index) => isWrong(valueAt(args.values, index)))) {
      return { refusal: 'estimate-out-of-range' }
    }
    return { args: pick(args, kept), changedCount: kept.length, conflictCount }
  },

  apply(tx, args: UpdateTasks) {
    const changes = args.taskIds.flatMap((taskId, index) => {
      const reason = tx.isServer ? reasonToSkip(tx, args, index) : undefined
      if (reason === undefined) return [{ taskId, to: valueAt(args.values, index) }]
      tx.skip(taskId, reason)
      return []
    })
    for (const [to, group] of groupBy(changes, (change) => change.to)) {
      // Reuses the mutation's own list if possible, so that the device and other tabs get one copy of it instead of
      // two.
      const taskIds = group.length === args.taskIds.length ? args.taskIds : group.map(({ taskId }) => taskId)
      setField(tx, args.field, { taskIds, to })
    }
    if (args.field === 'statusId') for (const { taskId } of changes) notifyOfStatus(tx, taskId)
  },

  invert: (rows, args: UpdateTasks) => [
    toMutation(updateTasks, {
      taskIds: args.taskIds,
      field: args.field,
      label: args.label,
      values: { each: args.taskIds.map((taskId) => readField(rows, taskId, args.field)) },
      expected: args.values,
    }),
  ],

  send: ({ taskIds, field, values: wanted, expected }: UpdateTasks) => ({
    procedure: 'update_tasks',
    args: {
      p_task_ids: taskIds,
      p_field: toSnakeCase(field),
      p_values: encodeValues(wanted),
      p_expected: expected === undefined ? null : encodeValues(expected),
    },
  }),
})

/** An empty cell of the grid, with the id of its future task. */
export type NewTask = { readonly id: TaskId; readonly itemId: ItemId; readonly stageId: StageId }

type FillTasks = { readonly cells: readonly NewTask[]; readonly statusId: StatusId | undefined }

/** Creates the tasks of empty cells; a cell already filled by somebody else keeps their task. */
export const fillTasks: Mutator<'fill-tasks', FillTasks> = defineMutator({
  kind: 'fill-tasks',
  args: v.object({
    cells: v.array(v.object({ id: id<TaskId>(), itemId: id<ItemId>(), stageId: id<StageId>() })),
    statusId: v.optional(id<StatusId>()),
  }) as v.GenericSchema<unknown, FillTasks>,
  label: ({ cells }) => (cells.length === 1 ? 'Create task' : `Create ${cells.length} tasks`),
  about: ({ cells }) => [...new Set(cells.map(({ itemId }) => itemId))],

  plan(rows, args): Plan<FillTasks> {
    const cells = args.cells.filter((cell) => !isFilled(rows, cell))
    if (cells.length === 0) return { refusal: 'not-found' }
    return { args: { ...args, cells }, changedCount: cells.length }
  },

  apply(tx, { cells, statusId = inOrder('task_statuses', tx.list('task_statuses'))[0]?.id }) {
    const free = cells.filter((cell) => !isFilled(tx, cell))
    const isFree = new Set(free)
    for (const cell of cells) if (!isFree.has(cell)) tx.skip(cell.id, 'conflict')
    if (statusId === undefined) return
    for (const [scope, group] of groupBy(free, (cell) => tx.scopesOf('items', cell.itemId)[0])) {
      if (scope === undefined) continue
      const fields = toNewFields(listFieldsOf(tx, toId<SpaceId>(parseScope(scope).id), 'task'), {})
      const rows = group.map((cell) => newRow('item_tasks', { ...cell, statusId, fields }))
      tx.add(scope, 'item_tasks', rows)
    }
    for (const { id: taskId } of free) notifyOfStatus(tx, taskId)
  },

  invert: (_rows, { cells, statusId }) => [
    toMutation(deleteRows, {
      table: 'item_tasks',
      keys: cells.map((cell) => cell.id),
      onlyAsCreated: { statusId, titles: undefined },
    }),
  ],

  send: ({ cells, statusId }) => ({
    procedure: 'fill_empty_tasks',
    args: {
      p_cells: cells.map((cell) => ({ id: cell.id, item_id: cell.itemId, stage_id: cell.stageId })),
      p_status_id: statusId ?? null,
    },
    readSkipped: (answer) => readUnfilled(answer, cells),
  }),
})

/** Returns the status for tasks of new items: the default, else the first. */
export function findFirstStatus(rows: RowReader): StatusId | undefined {
  const statuses = inOrder('task_statuses', rows.list('task_statuses'))
  return (statuses.find(({ isDefault }) => isDefault) ?? statuses[0])?.id
}

/** Sets a task's status as part of another change, which posts about it itself. A disabled task takes none. */
export function setStatusWith(tx: Transaction, taskId: TaskId, statusId: StatusId | undefined): void {
  const task = findTask(tx, taskId)
  if (statusId === undefined || readField(tx, taskId, 'statusId') === statusId) return
  if (task?.isDisabled === true) throw new AppError('invalid-input', messages['invalid-input'])
  setField(tx, 'statusId', { taskIds: [taskId], to: statusId })
}

/** Returns the scope of a task's item, which holds its revisions and comments. */
export function itemScopeOf(rows: RowReader, taskId: TaskId): Scope | undefined {
  const itemId = rows.find('item_tasks', taskId)?.itemId ?? rows.find('timeline_tasks', taskId)?.itemId
  return itemId === undefined ? undefined : `item:${itemId}`
}

/** Posts the comment of a status change in the same transaction (ruling 21); a client gets it with the next pull. */
function notifyOfStatus(tx: Transaction, taskId: TaskId): void {
  const scope = itemScopeOf(tx, taskId)
  if (!tx.isServer || scope === undefined) return
  const metadata = { statusInfo: { statusId: tx.find('item_tasks', taskId)?.statusId, changedStatus: true } }
  const by = { createdBy: tx.userId, createdAt: tx.now }
  tx.add(scope, 'comments', [newRow('comments', { id: tx.newId<CommentId>(), taskId, content: '', metadata, ...by })])
}

function reasonToSkip(rows: RowReader, args: UpdateTasks, index: number): SkipReason | undefined {
  const { field, expected } = args
  const taskId = args.taskIds[index]
  const task = taskId === undefined ? undefined : findTask(rows, taskId)
  if (taskId === undefined || task === undefined) return 'not_found'
  const present = readField(rows, taskId, field)
  const isClosed = field !== 'isDisabled' && task.isDisabled
  if (isClosed || present === valueAt(args.values, index)) return task.isDisabled ? 'disabled' : 'unchanged'
  return expected !== undefined && present !== valueAt(expected, index) ? 'conflict' : undefined
}

/** Finds a task in a grid or on the timeline. */
function findTask(rows: RowReader, taskId: TaskId): Pick<Task, 'isDisabled'> | undefined {
  return rows.find('item_tasks', taskId) ?? rows.find('timeline_tasks', taskId)
}

function readField(rows: RowReader, taskId: TaskId, field: TaskField): Value {
  const task = rows.find('item_tasks', taskId)
  const onTimeline = task === undefined ? rows.find('timeline_tasks', taskId) : undefined
  if (field === 'estimatedHours') {
    return rows.find('task_estimations', taskId)?.estimatedHours ?? onTimeline?.estimatedHours
  }
  if (task !== undefined) return task[field]
  return field === 'assigneeId' ? undefined : onTimeline?.[field]
}

function setField(
  tx: Transaction,
  field: TaskField,
  { taskIds, to }: { readonly taskIds: readonly TaskId[]; readonly to: Value },
): void {
  const places = groupBy(taskIds, (taskId) => findSpaceScope(tx, taskId))
  for (const [scope, all] of places) {
    const mine = all.length === taskIds.length ? taskIds : all
    if (field === 'estimatedHours') setEstimates(tx, mine, { to, scope })
    else {
      if (field === 'assigneeId') moveBlocks(tx, mine, to)
      tx.set({ table: 'item_tasks', scope }, mine, { [field]: to })
    }
  }
  if (field !== 'assigneeId') tx.set({ table: 'timeline_tasks' }, taskIds, { [field]: to })
}

function setEstimates(
  tx: Transaction,
  taskIds: readonly TaskId[],
  { to, scope }: { readonly to: Value; readonly scope: Scope | undefined },
): void {
  if (typeof to !== 'number') return tx.remove('task_estimations', taskIds)
  if (scope === undefined) return
  const rows = taskIds.map((taskId) => ({ taskId, estimatedHours: to }))
  tx.add(scope, 'task_estimations', rows)
  tx.set({ table: 'task_estimations', scope }, taskIds, { estimatedHours: to })
}

/** Moves a task's planned blocks to its new assignee; without an assignee they keep their dates, in the queue. */
function moveBlocks(tx: Transaction, taskIds: readonly TaskId[], to: Value): void {
  const blocks = taskIds.flatMap((taskId) => {
    const from = tx.find('item_tasks', taskId)?.assigneeId
    return tx
      .under('task_blocks', taskId)
      .filter((block) => block.startDate !== undefined && block.assigneeId === from)
      .map((block) => block.id)
  })
  // Only called with assignees.
  tx.set({ table: 'task_blocks' }, blocks, { assigneeId: to as UserId | undefined })
}

/** Returns the scope of a task's space, whether it is open or known only from the timeline. */
function findSpaceScope(rows: RowReader, taskId: TaskId): Scope | undefined {
  const [scope] = rows.scopesOf('item_tasks', taskId)
  if (scope !== undefined) return scope
  const spaceId = rows.find('timeline_tasks', taskId)?.spaceId
  return spaceId === undefined ? undefined : `space:${spaceId}`
}

function isFilled(rows: RowReader, { itemId, stageId }: NewTask): boolean {
  return rows.under('item_tasks', itemId).some((task) => task.stageId === stageId)
}

/** Returns the cells that the response does not name. */
function readUnfilled(answer: unknown, cells: readonly NewTask[]): readonly Skipped[] {
  const { task_ids: made }: { task_ids?: unknown } = Object(answer)
  if (!Array.isArray(made)) return []
  const filled = new Set<unknown>(made)
  return cells.flatMap(({ id: taskId }) => (filled.has(taskId) ? [] : [{ taskId, reason: 'conflict' as const }]))
}

/** Returns the change reduced to the tasks at these indices. */
function pick(args: UpdateTasks, kept: readonly number[]): UpdateTasks {
  if (kept.length === args.taskIds.length) return args
  const only = (all: TaskValues<TaskField>): TaskValues<TaskField> =>
    'all' in all ? all : { each: kept.map((index) => all.each[index]) }
  return {
    ...args,
    taskIds: kept.flatMap((index) => args.taskIds[index] ?? []),
    values: only(args.values),
    ...(args.expected && { expected: only(args.expected) }),
  }
}

function valueAt(all: TaskValues<TaskField>, index: number): Value {
  return 'all' in all ? all.all : all.each[index]
}

function encodeValues(all: TaskValues<TaskField>): unknown {
  return 'each' in all ? all.each.map((value) => value ?? null) : (all.all ?? null)
}
