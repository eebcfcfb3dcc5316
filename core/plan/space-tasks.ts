import type { Task } from '#core/schema/item-tasks.ts'
import type { ItemId, StageId, UserId } from '#core/lib/ids.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { TaskFacts } from './plan.ts'

/** A task of an open space as plans need it, or an item without tasks that could change. */
export type SpaceTask = TaskFacts & {
  readonly space: SpaceReplica
  readonly itemId: ItemId
  readonly task: Task | undefined
}

/** Lists every task of an open space in the grid's order, and each item without tasks that could change. */
export function* listSpaceTasks(studio: StudioReplica, space: SpaceReplica): Generator<SpaceTask> {
  const order = new Map<StageId, number>(studio.getStages().map(({ id }, index) => [id, index]))
  const orderOf = ({ stageId }: Task): number => order.get(stageId) ?? 0
  for (const { id } of space.getCollections())
    for (const item of space.getItems(id)) {
      const tasks = space.getTasks(item.id)
      for (const task of [...tasks].sort((one, other) => orderOf(one) - orderOf(other)))
        yield toSpaceTask({ studio, space, task })
      if (isWithoutTask(tasks)) yield toSpaceItem({ studio, space, item })
    }
}

/** Tells whether an item has no task that could change. */
function isWithoutTask(tasks: readonly Pick<Task, 'isDisabled'>[]): boolean {
  return tasks.every(({ isDisabled }) => isDisabled)
}

/** Collects what a plan needs to know of an item without tasks that could change. */
function toSpaceItem({
  studio,
  space,
  item,
}: {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly item: ItemRow
}): SpaceTask {
  const { id, collectionId, fields } = item
  const nothing = { assigneeIds: [], assigneeId: undefined, dueDate: undefined, priority: 0, estimatedHours: undefined }
  return {
    space,
    itemId: id,
    task: undefined,
    id,
    places: listPlaces({ studio, space }, { id, collectionId }),
    stageId: '',
    statusId: '',
    ...nothing,
    isDisabled: false,
    isDone: false,
    isItem: true,
    fields: { task: undefined, item: fields },
  }
}

function listPlaces(
  { studio, space: { spaceId } }: { readonly studio: StudioReplica; readonly space: SpaceReplica },
  { id, collectionId }: { readonly id: ItemId; readonly collectionId: string | undefined },
): readonly string[] {
  return [id, collectionId ?? '', spaceId, studio.replica.find('spaces', spaceId)?.projectId ?? '']
}

/** Collects what a plan needs to know of a task. */
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
  return {
    space,
    itemId,
    task,
    id,
    places: listPlaces({ studio, space }, { id: itemId, collectionId: item?.collectionId }),
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

/** Ruling 12: returns the people of a task's blocks or, without blocks, its assignee. */
export function listAssignees(space: Pick<SpaceReplica, 'replica'>, task: Task): readonly UserId[] {
  const ofBlocks = space.replica.getUnder('task_blocks', task.id).flatMap(({ assigneeId }) => assigneeId ?? [])
  const ids = ofBlocks.length > 0 ? ofBlocks : task.assigneeId === undefined ? [] : [task.assigneeId]
  return [...new Set(ids)]
}
