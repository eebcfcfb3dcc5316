import type { Mutation } from '../domain/mutations.ts'
import { groupBy } from '../lib/collections.ts'
import { isUuid, type StatusId, type TaskId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { setRows } from '../sync/patches.ts'
import type { TimelineReplica } from '../sync/timeline-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

type Change = { readonly taskId: TaskId; readonly from: StatusId; readonly to: StatusId }

/**
 * Sets the status of tasks on the timeline; the server posts each change's comment with it. Disabled tasks and those
 * that have it are left out. `status-id-invalid` for what is no id, `task-disabled` or `not-found` when nothing changes.
 */
export async function setTimelineStatus(
  input: { readonly timeline: TimelineReplica; readonly taskIds: readonly TaskId[]; readonly statusId: StatusId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { timeline, statusId } = input
  if (!isUuid(statusId)) return refuse('status-id-invalid')
  const tasks = [...new Set(input.taskIds)].flatMap((id) => timeline.findTask(id) ?? [])
  const changes = tasks
    .filter((task) => !task.isDisabled && task.statusId !== statusId)
    .map((task): Change => ({ taskId: task.id, from: task.statusId, to: statusId }))
  if (changes.length === 0) return refuse(tasks.some((task) => task.isDisabled) ? 'task-disabled' : 'not-found')
  return await carryOutChanges({ timeline, changes, isGuarded: false }, context)
}

async function carryOutChanges(
  turn: { readonly timeline: TimelineReplica; readonly changes: readonly Change[]; readonly isGuarded: boolean },
  context: OperationContext,
): Promise<Result<Done>> {
  const { timeline, isGuarded } = turn
  const changes = turn.changes.filter(({ taskId, from }) => !isGuarded || timeline.findTask(taskId)?.statusId === from)
  const conflictCount = turn.changes.length - changes.length
  if (changes.length === 0) return refuse('changed-by-someone-else')
  const mutation: Mutation = {
    kind: 'update-tasks',
    taskIds: changes.map(({ taskId }) => taskId),
    field: 'statusId',
    values: { each: changes.map(({ to }) => to) },
    ...(isGuarded ? { expected: { each: changes.map(({ from }) => from) } } : {}),
  }
  const again = (next: readonly Change[]) => async () =>
    await carryOutChanges({ timeline, changes: next, isGuarded: true }, context)
  return await carryOut(
    context,
    { studioId: timeline.studioId, label: 'Set status', mutation, patches: toPatches(timeline, changes) },
    {
      changedCount: changes.length,
      conflictCount,
      revert: again(changes.map(({ taskId, from, to }) => ({ taskId, from: to, to: from }))),
      apply: again(changes),
    },
  )
}

/** On the timeline, and in each task's own space. */
function toPatches(timeline: TimelineReplica, changes: readonly Change[]) {
  const onTimeline = { scope: `timeline:${timeline.studioId}`, table: 'timeline_tasks' } as const
  return [...groupBy(changes, ({ to }) => to)].flatMap(([statusId, group]) => [
    setRows(
      onTimeline,
      group.map(({ taskId }) => taskId),
      { statusId },
    ),
    ...[...groupBy(group, ({ taskId }) => timeline.findTask(taskId)?.spaceId)].flatMap(([spaceId, ofSpace]) =>
      spaceId === undefined
        ? []
        : [
            setRows(
              { scope: `space:${spaceId}`, table: 'item_tasks' },
              ofSpace.map(({ taskId }) => taskId),
              { statusId },
            ),
          ],
    ),
  ])
}
