import { groupIdOf, listGroupingFields } from '#core/fields/field-group.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { holdKind, kindColumnId } from '#core/items/kind-column.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { fieldName, readFieldName, type FieldName } from '#core/timeline/filter-kinds.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore, type LaneKind } from '../space-view-store.ts'

type Fields = Pick<SpaceModel, 'getAllFields' | 'getTaskFields' | 'studio'>

/** The fields that cards can be put into lanes by. */
export function listLaneFields(model: Omit<Fields, 'studio'>): readonly FieldDefinition[] {
  return listGroupingFields([...model.getAllFields(), ...model.getTaskFields()])
}

/** The field that cards are in lanes by, the studio's kinds among them; absent where there is none of that name any more. */
export function findLaneField(model: Fields): FieldDefinition | undefined {
  const { lanes } = spaceViewStore
  if (lanes === 'kind') return model.studio.getKindField()
  return isLaneField(lanes) ? listLaneFields(model).find((field) => fieldName(field) === lanes) : undefined
}

/** Whether lanes are of a field, there or gone. */
export function isLaneField(lanes: LaneKind): lanes is FieldName {
  return readFieldName(lanes) !== undefined
}

/** Whether the studio has kinds that items can be of. */
export function hasKinds({ studio }: Pick<SpaceModel, 'studio'>): boolean {
  return studio.getKinds().length > 0
}

/** Whether a field is the studio's kinds rather than one of its own. */
export function isKinds({ id }: FieldDefinition): boolean {
  return id === kindColumnId
}

/** The lane of a task by a field of its own, or of its item. */
export function laneIdOf({ space }: Pick<SpaceModel, 'space'>, field: FieldDefinition, task: Task): string {
  if (field.of === 'task') return groupIdOf(field, task.fields)
  const item = space.replica.find('items', task.itemId)
  const holder = isKinds(field) ? item && holdKind(item) : item
  return groupIdOf(field, holder?.fields)
}
