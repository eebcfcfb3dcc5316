import type { TaskRecord } from '#cli/select/task-record.ts'

export type TaskRow = ReturnType<typeof toTaskRow>

/** The fields of a task, wherever one is printed. */
export const taskFields = [
  'id', 'path', 'project', 'space', 'collection', 'item', 'stage', 'status', 'statusCode', 'assignee', 'due', 'priority',
  'estimatedHours', 'disabled', 'done', 'itemId', 'stageId', 'statusId', 'spaceId',
] as const satisfies readonly (keyof TaskRow)[] // prettier-ignore

export function toTaskRow(record: TaskRecord) {
  const { task, space } = record
  return {
    id: task.id,
    path: record.path,
    project: record.project,
    space: record.spaceName,
    collection: record.collection,
    item: record.item,
    stage: record.stage,
    status: record.status,
    statusCode: record.statusCode,
    assignee: record.assignees.length === 0 ? null : record.assignees.join(', '),
    due: record.due,
    priority: record.priority,
    estimatedHours: record.estimatedHours,
    disabled: record.disabled,
    done: record.done,
    itemId: task.itemId,
    stageId: task.stageId,
    statusId: task.statusId,
    spaceId: space.spaceId,
  }
}
