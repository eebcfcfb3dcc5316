import { postComment } from '#core/comments/post-comment.ts'
import type { Done, UndoStep } from '#core/change/context.ts'
import type { AppError } from '#core/lib/errors.ts'
import type { Result } from '#core/lib/result.ts'
import { valueOf, type PlannedTask, type TaskFacts } from '#core/plan/plan.ts'
import type { Action } from '#core/plan/reading.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import type { TaskField, TaskFields } from '#core/tasks/mutators.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { TaskRecord } from '../select/task-record.ts'
import { currentValue } from './task-change.ts'

/** A task as plans are made of it, with its record. */
export type RecordFacts = TaskFacts & { readonly record: TaskRecord }

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly label: string }
type Planned = PlannedTask<RecordFacts>

/** What came of a plan: the writes that were confirmed, as one thing to undo, and the first refusal. */
export type Applied = {
  readonly first: Done | undefined
  readonly steps: readonly UndoStep[]
  readonly error: AppError | undefined
}

/** Carries a plan out by the changes that screens make, one for each field and space, and a comment for each task. */
export async function applyPlan(plan: readonly Planned[], place: Place): Promise<Applied> {
  const steps: UndoStep[] = []
  let first: Done | undefined
  for (const write of listWrites(plan, place)) {
    const done = await write()
    if (!done.ok) return { first, steps, error: done.error }
    const answer = await done.value.answered
    // What is refused, for want of a right or of a network, the next write will be too.
    if (!answer.ok) return { first, steps, error: answer.error }
    first ??= done.value
    steps.push(...(done.value.undo?.steps ?? []))
  }
  return { first, steps, error: undefined }
}

type Write = () => Promise<Result<Done>>

function listWrites(plan: readonly Planned[], place: Place): readonly Write[] {
  const bySpace = groupBy(plan, ({ task }) => task.record.space)
  return [...bySpace].flatMap(([, tasks]) => {
    const byAction = groupBy(
      tasks.flatMap(({ task, actions }) => actions.map((action) => ({ task, action }))),
      ({ action }) => action,
    )
    return [...byAction].flatMap(([action, each]) => {
      const records = each.map(({ task }) => task.record)
      return action.field === 'comment'
        ? records.map((record) => async () => await writeComment(record, action.to, place))
        : [async () => await writeField(records, action, place)]
    })
  })
}

async function writeField(
  records: readonly TaskRecord[],
  action: Exclude<Action, { field: 'comment' }>,
  { client, label }: Place,
): Promise<Result<Done>> {
  const space = records[0]?.space
  if (space === undefined) throw new Error('A write is about a task at least.')
  const field: TaskField = action.field
  const from = records.map(({ task }) => currentValue<TaskField>(space, task.id, field))
  return await setTaskField<TaskField>(
    {
      space,
      field,
      label,
      taskIds: records.map(({ task }) => task.id),
      // An action's value is its field's.
      values: { all: valueOf(action) as TaskFields[TaskField] },
      expected: { each: from },
    },
    client,
  )
}

async function writeComment(
  { space, task }: TaskRecord,
  content: string,
  { client, studio }: Place,
): Promise<Result<Done>> {
  const item = await client.openItem({ studioId: space.studioId, spaceId: space.spaceId, itemId: task.itemId })
  return await postComment({ studio, space, item, taskId: task.id, content }, client)
}
