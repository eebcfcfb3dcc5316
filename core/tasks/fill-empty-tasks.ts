import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import type { ItemId, StageId, StatusId, TaskId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fillTasks } from './mutators.ts'

/**
 * Creates the missing tasks of cells, with the catalogue's first status unless one is given; undo deletes those nobody
 * has worked on since.
 */
export async function fillEmptyTasks(
  input: {
    readonly studio: StudioReplica
    readonly space: SpaceReplica
    readonly cells: readonly { readonly itemId: ItemId; readonly stageId: StageId }[]
    readonly statusId?: StatusId
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, space } = input
  const statusId = input.statusId ?? studio.getStatuses()[0]?.id
  if (statusId === undefined) return refuse('statuses-missing')
  const cells = input.cells.map((cell) => ({ ...cell, id: context.ids.newId<TaskId>() }))
  return await context.mutate(fillTasks, { cells, statusId }, space, studio)
}
