import type { ChangeContext, Done } from '#core/change/context.ts'
import type { TaskId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { updateTasks, type TaskField, type TaskValues } from './mutators.ts'

export type SetTaskFieldInput<Field extends TaskField> = {
  readonly space: SpaceReplica
  readonly taskIds: readonly TaskId[]
  readonly field: Field
  readonly values: TaskValues<Field>
  /** Tasks whose value differs are left alone. */
  readonly expected?: TaskValues<Field>
  /** Describes the change, for undo and the list of pending changes. */
  readonly label?: string
}

/** Sets one field of tasks in one step; see `updateTasks`. */
export async function setTaskField<Field extends TaskField>(
  { space, ...change }: SetTaskFieldInput<Field>,
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(updateTasks, change, space)
}
