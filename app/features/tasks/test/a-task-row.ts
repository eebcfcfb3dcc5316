import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { toId, type ItemId, type StageId, type StatusId, type TaskId, type UserId } from '#core/lib/ids.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import type { TaskRow } from '../task-rows.ts'

type Given = {
  readonly item?: string
  readonly kind?: string | undefined
  readonly stage?: string
  readonly isDone?: boolean
  readonly artist?: string
  readonly due?: CalendarDate
  readonly hours?: number
  readonly priority?: number
  readonly fields?: FieldValues
}

/** Returns a task of an item in collection SQ010 of space Sequences. */
export function aTaskRow(id: string, given: Given = {}): TaskRow {
  const { item = 'sh010', kind, stage = 'Animation', isDone = false, artist, due, hours, priority = 0, fields } = given
  const statusId = toId<StatusId>(isDone ? 'done' : 'wip')
  const stageId = toId<StageId>(stage)
  const itemId = toId<ItemId>(item)
  const task = newRow('item_tasks', { id: toId<TaskId>(id), itemId, stageId, statusId, dueDate: due, priority, fields })
  const collection = { id: 'sq', name: 'SQ010', isDefault: false }
  // Nothing else of the place and status is read.
  const place = {
    item: { id: itemId, title: item, kindId: kind },
    collection,
    space: { id: 'space', name: 'Sequences' },
    replica: { findEstimatedHours: () => hours, getCollections: () => [collection] },
  } as unknown as TaskRow['place']
  const status = { id: statusId, name: isDone ? 'Done' : 'WIP', isDone, position: isDone ? 5 : 1 }
  return {
    task,
    place,
    stage: { id: stageId, name: stage, orderIndex: stage === 'Layout' ? 1 : 2 } as TaskRow['stage'],
    status: status as NonNullable<TaskRow['status']>,
    artists: artist === undefined ? [] : [toId<UserId>(artist)],
  }
}
