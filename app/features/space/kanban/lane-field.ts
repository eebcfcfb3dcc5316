import { listGroupingFields } from '#core/fields/field-group.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { fieldName } from '#core/timeline/filter-kinds.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'

type Fields = Pick<SpaceModel, 'getAllFields'>

/** The fields that cards can be put into lanes by. */
export function listLaneFields(model: Fields): readonly FieldDefinition[] {
  return listGroupingFields(model.getAllFields())
}

/** The field that cards are in lanes by; absent where there is none of that name any more. */
export function findLaneField(model: Fields): FieldDefinition | undefined {
  const { lanes } = spaceViewStore
  return lanes.startsWith('field:') ? listLaneFields(model).find((field) => fieldName(field) === lanes) : undefined
}
