import type { Task } from '#core/schema/item-tasks.ts'
import type { StageId, UserId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { TaskFacts } from './plan.ts'

/** A task of an opened space as plans are made of it. */
export type SpaceTask = TaskFacts & { readonly space: SpaceReplica; readonly task: Task }

/** Every task of an opened space, in the grid's order. */
export function* listSpaceTasks(studio: StudioReplica, space: SpaceReplica): Generator<SpaceTask> {
  const order = new Map<StageId, number>(studio.getStages().map(({ id }, index) => [id, index]))
  const orderOf = ({ stageId }: Task): number => order.get(stageId) ?? 0
  for (const { id } of space.getCollections())
    for (const item of space.getItems(id))
      for (const task of [...space.getTasks(item.id)].sort((one, other) => orderOf(one) - orderOf(other)))
        yield toSpaceTask({ studio, space, task })
}

/** What a plan wants to know of a task. */
export function toSpaceTask({
  studio,
  space,
  task,
}: {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly task: Task
}): SpaceTask {
  const { id, itemId, stageId, statusId, assigneeId, dueDate, priority, isDisabled } = task
  const item = space.replica.find('items', itemId)
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId ?? ''
  return {
    space,
    task,
    id,
    places: [itemId, item?.collectionId ?? '', space.spaceId, projectId],
    stageId,
    statusId,
    assigneeIds: listAssignees(space, task),
    assigneeId,
    dueDate,
    priority,
    estimatedHours: space.findEstimatedHours(id),
    isDisabled,
    isDone: studio.replica.find('task_statuses', statusId)?.isDone ?? false,
    fields: { task: task.fields, item: item?.fields },
  }
}

/** Ruling 12: the people of its blocks; without blocks, its own assignee. */
export function listAssignees(space: Pick<SpaceReplica, 'replica'>, task: Task): readonly UserId[] {
  const ofBlocks = space.replica.getUnder('task_blocks', task.id).flatMap(({ assigneeId }) => assigneeId ?? [])
  const ids = ofBlocks.length > 0 ? ofBlocks : task.assigneeId === undefined ? [] : [task.assigneeId]
  return [...new Set(ids)]
}
