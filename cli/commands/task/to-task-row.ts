import { removedName } from '#core/lib/removed-name.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { toFieldCells } from '#cli/select/field-cells.ts'
import type { TaskRecord } from '#cli/select/task-record.ts'

export type TaskRow = ReturnType<typeof toTaskRow>

/** A task's fields wherever tasks are printed. */
export const taskFields = [
  'id', 'path', 'project', 'space', 'collection', 'item', 'kind', 'stage', 'status', 'statusCode', 'assignee', 'due', 'priority',
  'estimatedHours', 'disabled', 'done', 'itemId', 'stageId', 'statusId', 'spaceId',
] as const satisfies readonly (keyof TaskRow)[] // prettier-ignore

/** Converts tasks to rows, with the custom fields that any of their spaces has. */
export function toTaskRows(studio: StudioReplica, records: readonly TaskRecord[]) {
  const spaces = [...new Set(records.map(({ space }) => space.spaceId))]
  const own = new Set(
    spaces.flatMap((id) => {
      const space = studio.replica.find('spaces', id)
      return space === undefined ? [] : studio.getSpaceFields(space, 'task')
    }),
  )
  const [fields, people] = [studio.getTaskFields().filter((field) => own.has(field)), studio.getMembers()]
  return records.map((record) =>
    Object.assign(toTaskRow(record, studio), toFieldCells(fields, record.task.fields, people)),
  )
}

function toTaskRow(record: TaskRecord, studio: StudioReplica) {
  const { task, space } = record
  const kindId = space.replica.find('items', task.itemId)?.kindId
  return {
    id: task.id,
    path: record.path,
    project: record.project,
    space: record.spaceName,
    collection: record.collection,
    item: record.item,
    kind: kindId === undefined ? null : (studio.replica.find('item_kinds', kindId)?.name ?? removedName),
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
