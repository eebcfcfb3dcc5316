import type { ItemId, StageId, StatusId, TaskId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteTasks } from './delete-tasks.ts'
import { isAsCreated, takeBackCreation } from './take-back-creation.ts'

/** Creates the missing tasks of cells with a status, the catalogue's first unless given; undo deletes those nobody worked on since. */
export async function fillEmptyTasks(
  input: {
    readonly studio: StudioReplica
    readonly space: SpaceReplica
    readonly cells: readonly { readonly itemId: ItemId; readonly stageId: StageId }[]
    readonly statusId?: StatusId
  },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, space } = input
  const statusId = input.statusId ?? studio.getStatuses()[0]?.id
  if (statusId === undefined) return refuse('statuses-missing')
  const cells = input.cells
    .filter(({ itemId, stageId }) => space.findTask(itemId, stageId) === undefined)
    .map((cell) => ({ ...cell, id: context.ids.newId<TaskId>() }))
  if (cells.length === 0) return refuse('not-found')
  const taskIds = cells.map(({ id }) => id)
  const rest = { statusId, assigneeId: undefined, dueDate: undefined, priority: 0, isDisabled: false }
  return await carryOut(
    context,
    {
      studioId: space.studioId,
      label: cells.length === 1 ? 'Create task' : `Create ${cells.length} tasks`,
      mutation: { kind: 'fill-tasks', cells, statusId },
      patches: [
        addRows(
          { scope: `space:${space.spaceId}`, table: 'item_tasks' },
          cells.map((cell) => ({ ...cell, ...rest })),
        ),
      ],
      about: [...new Set(cells.map(({ itemId }) => itemId))],
    },
    {
      changedCount: cells.length,
      revert: async () =>
        await takeBackCreation(
          taskIds,
          (id) => isAsCreated(space, id, statusId),
          async (ids) => await deleteTasks({ studio, space, taskIds: ids }, context),
        ),
    },
  )
}
