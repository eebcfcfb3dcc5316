import { toId, type FieldId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { newRow } from '#core/schema/tables.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'

/** Takes the place of a field's id to group or sort items by kind. */
export const kindColumnId = 'kind'

/** Makes a choice field whose options are the studio's kinds, in their order. */
export function makeKindField(kinds: readonly ItemKind[]): FieldDefinition {
  const options = kinds.map(({ id, name }) => ({ id, name, color: defaultStatusColor }))
  return newRow('field_definitions', {
    id: toId<FieldId>(kindColumnId),
    key: kindColumnId,
    name: 'Kind',
    kind: 'choice',
    options,
  })
}

/** Returns an item's kind as the value of that field. */
export function holdKind({ kindId }: Pick<ItemRow, 'kindId'>) {
  return kindId === undefined ? undefined : { fields: { [kindColumnId]: kindId } }
}
