import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { SpaceId, TaskId } from '#core/lib/ids.ts'
import { offeredStatuses } from '#core/studios/offered-statuses.ts'
import type { TimelineModel } from '../model/timeline-model.ts'

type Sources = {
  readonly timeline: Pick<TimelineModel['timeline'], 'findTask'>
  readonly studio: TimelineModel['studio']
}

/** Lists the statuses that the space of at least one of the tasks offers, in the studio's order. */
export function listOffered(sources: Sources, taskIds: readonly TaskId[]): readonly StatusRow[] {
  const { studio } = sources
  const ids = new Set(
    spacesOf(sources, taskIds).flatMap((id) => offeredStatuses(studio, id).map((status) => status.id)),
  )
  return studio.getStatuses().filter(({ id }) => ids.has(id))
}

/** Returns the tasks, possibly of several spaces, whose own space offers the status. */
export function listTasksOffering(sources: Sources, taskIds: readonly TaskId[], statusId: string): readonly TaskId[] {
  const { timeline, studio } = sources
  const having = new Set(
    spacesOf(sources, taskIds).filter((id) => offeredStatuses(studio, id).some((status) => status.id === statusId)),
  )
  return taskIds.filter((id) => {
    const task = timeline.findTask(id)
    return task !== undefined && having.has(task.spaceId)
  })
}

function spacesOf({ timeline }: Sources, taskIds: readonly TaskId[]): readonly SpaceId[] {
  return [...new Set(taskIds.flatMap((id) => timeline.findTask(id)?.spaceId ?? []))]
}
