import { groupIdOf, listGroupingFields } from '#core/fields/field-group.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { holdKind, kindColumnId } from '#core/items/kind-column.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { fieldName, readFieldName, type FieldName } from '#core/timeline/filter-kinds.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore, type LaneKind } from '../space-view-store.ts'

type Fields = Pick<SpaceModel, 'getAllFields' | 'getTaskFields' | 'studio'>

/** Lists the fields that lanes can be made of. */
export function listLaneFields(model: Omit<Fields, 'studio'>): readonly FieldDefinition[] {
  return listGroupingFields([...model.getAllFields(), ...model.getTaskFields()])
}

/** Finds the field of the lanes, including the studio's kinds; absent where it no longer exists. */
export function findLaneField(model: Fields): FieldDefinition | undefined {
  const { lanes } = spaceViewStore
  if (lanes === 'kind') return model.studio.getKindField()
  return isLaneField(lanes) ? listLaneFields(model).find((field) => fieldName(field) === lanes) : undefined
}

/** Whether lanes are of a field, even one that is gone. */
export function isLaneField(lanes: LaneKind): lanes is FieldName {
  return readFieldName(lanes) !== undefined
}

/** Whether the studio has kinds of items. */
export function hasKinds({ studio }: Pick<SpaceModel, 'studio'>): boolean {
  return studio.getKinds().length > 0
}

/** Whether a field stands for the studio's kinds rather than being a custom field. */
export function isKinds({ id }: FieldDefinition): boolean {
  return id === kindColumnId
}

/** Returns the lane of a task by a field of its own, or of its item. */
export function laneIdOf({ space }: Pick<SpaceModel, 'space'>, field: FieldDefinition, task: Task): string {
  if (field.of === 'task') return groupIdOf(field, task.fields)
  const item = space.replica.find('items', task.itemId)
  const holder = isKinds(field) ? item && holdKind(item) : item
  return groupIdOf(field, holder?.fields)
}
