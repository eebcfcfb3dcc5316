import { groupIdOf, listGroupingFields } from '#core/fields/field-group.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { fieldName, readFieldName, type FieldName } from '#core/timeline/filter-kinds.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore, type LaneKind } from '../space-view-store.ts'

type Fields = Pick<SpaceModel, 'getAllFields' | 'getTaskFields'>

/** The fields that cards can be put into lanes by. */
export function listLaneFields(model: Fields): readonly FieldDefinition[] {
  return listGroupingFields([...model.getAllFields(), ...model.getTaskFields()])
}

/** The field that cards are in lanes by; absent where there is none of that name any more. */
export function findLaneField(model: Fields): FieldDefinition | undefined {
  const { lanes } = spaceViewStore
  return isLaneField(lanes) ? listLaneFields(model).find((field) => fieldName(field) === lanes) : undefined
}

/** Whether lanes are of a field, there or gone. */
export function isLaneField(lanes: LaneKind): lanes is FieldName {
  return readFieldName(lanes) !== undefined
}

/** The lane of a task by a field of its own, or of its item. */
export function laneIdOf({ space }: Pick<SpaceModel, 'space'>, field: FieldDefinition, task: Task): string {
  const holder = field.of === 'task' ? task : space.replica.find('items', task.itemId)
  return groupIdOf(field, holder?.fields)
}
