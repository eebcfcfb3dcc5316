import { attempt } from '#core/lib/attempt.ts'
import { postComment } from '#core/comments/post-comment.ts'
import type { ChangeContext, Done } from '#core/change/context.ts'
import type { ItemId, SpaceId, StudioId, TaskId } from '#core/lib/ids.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { Result } from '#core/lib/result.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import type { TaskField, TaskFields } from '#core/tasks/mutators.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { ownValue, valueOf, type PlannedTask } from './plan.ts'
import { setOf, type Change } from './reading.ts'
import type { SpaceTask } from './space-tasks.ts'

type Place = {
  readonly client: ChangeContext & {
    readonly openItem: (place: {
      readonly studioId: StudioId
      readonly spaceId: SpaceId
      readonly itemId: ItemId
    }) => Promise<ItemReplica>
  }
  readonly studio: StudioReplica
  /** What the person did, for undo and the list of pending changes. */
  readonly label: string
}

/** One write of a plan, made when called. */
export type PlanWrite = () => Promise<Result<Done>>

/**
 * Lists the writes of a plan: the same changes that screens make, one per field and space, and a comment per task. A
 * task whose value has changed since the plan was made is left alone.
 */
export function listPlanWrites(plan: readonly PlannedTask<SpaceTask>[], place: Place): readonly PlanWrite[] {
  const bySpace = groupBy(plan, ({ task }) => task.space)
  return [...bySpace].flatMap(([, planned]) => {
    // Values of one field may differ by task, as when dates move.
    const byField = groupBy(
      planned.flatMap(({ task, actions }) => actions.map((action) => ({ task, action }))),
      ({ action }) => setOf(action),
    )
    return [...byField].flatMap(([, each]) => {
      const tasks = each.map(({ task }) => task)
      const { action } = firstOf(each)
      if (action.field === 'comment') return tasks.map((task) => async () => await writeComment(task, action.to, place))
      if (action.field === 'own') return [async () => await writeOwn(each, action.own, place)]
      const { field } = action
      return [async () => await writeField(each, field, place)]
    })
  })
}

function firstOf<Each>([first]: readonly Each[]): Each {
  if (first === undefined) throw new Error('A write is about a task at least.')
  return first
}

type Field = Exclude<Change, { field: 'comment' | 'own' }>['field']

async function writeField(
  changes: readonly { readonly task: SpaceTask; readonly action: Change }[],
  field: Field,
  { client, label }: Place,
): Promise<Result<Done>> {
  const { space } = firstOf(changes).task
  // All changes are of this field, so values and expected values have its type.
  const each = changes.map(
    ({ action }) => (action.field === 'own' ? undefined : valueOf(action)) as TaskFields[TaskField],
  )
  const isOne = each.every((value) => value === each[0])
  return await setTaskField<TaskField>(
    {
      space,
      field,
      label,
      taskIds: changes.map(({ task }) => taskIdOf(task)),
      values: isOne ? { all: each[0] } : { each },
      expected: { each: changes.map(({ task }) => task[field] as TaskFields[TaskField]) },
    },
    client,
  )
}

/** Sets one of the studio's own fields, only where it still has the value in the plan. */
async function writeOwn(
  each: readonly { readonly task: SpaceTask; readonly action: Change }[],
  own: FieldDefinition,
  { client, label }: Place,
): Promise<Result<Done>> {
  const { space } = firstOf(each).task
  const changes = each.map(({ task, action }) => ({
    id: own.of === 'item' ? task.itemId : taskIdOf(task),
    values: { [own.key]: (action.field === 'own' ? action.value : undefined) ?? null },
    expected: { [own.key]: ownValue(task, own) ?? null },
  }))
  return await changeFields({ of: own.of, within: space, changes, label }, client)
}

/** Returns the task's id; items without tasks are planned only with their own fields. */
function taskIdOf({ task }: SpaceTask): TaskId {
  if (task === undefined) throw new Error('What is set of tasks is planned with a task.')
  return task.id
}

async function writeComment(each: SpaceTask, content: string, place: Place): Promise<Result<Done>> {
  const { client, studio } = place
  const { space, itemId } = each
  const { studioId, spaceId } = space
  const opened = await attempt(async () => await client.openItem({ studioId, spaceId, itemId }))
  if (!opened.ok) return opened
  return await postComment({ studio, space, item: opened.value, taskId: taskIdOf(each), content }, client)
}
