import {
  newId,
  type ItemId,
  type SpaceId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
} from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import type { Named } from '../select/name-pattern.ts'
import type { TaskRecord } from '../select/task-record.ts'

type Given = Partial<Omit<TaskRecord, 'names' | 'task' | 'space'>> & {
  readonly space?: string
  readonly assignee?: string
}

/** Returns a task record on a shot of its own. */
export function aTaskRecord(given: Given = {}): TaskRecord {
  const {
    project = 'Film',
    space = 'Ep01',
    collection = 'SQ010',
    item = 'sh0010',
    stage = 'Animation',
    assignee,
    ...others
  } = given
  const { status = 'WIP', disabled = false, priority = 0 } = others
  const spaceId = newId<SpaceId>()
  const named = (name: string): readonly Named[] => [{ id: newId(), name }]
  const task = newRow('item_tasks', {
    id: newId<TaskId>(),
    itemId: newId<ItemId>(),
    stageId: newId<StageId>(),
    statusId: newId<StatusId>(),
    priority,
    isDisabled: disabled,
  })
  return {
    task,
    space: makeSpaceReplica({ studioId: newId<StudioId>(), spaceId }, makeReplica(`space:${spaceId}`)),
    path: `${project}/${space}/${collection}/${item}:${stage}`,
    project,
    spaceName: space,
    collection,
    item,
    stage,
    status,
    statusCode: status,
    assignees: assignee === undefined ? [] : [assignee],
    due: null,
    priority,
    estimatedHours: null,
    disabled,
    done: false,
    ...others,
    names: {
      project: named(project),
      space: named(space),
      collection: named(collection),
      item: named(item),
      stage: named(stage),
      status: named(status),
      assignee: assignee === undefined ? [] : named(assignee),
    },
  }
}
