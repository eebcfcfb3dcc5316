import { toId, type FieldId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { newRow } from '#core/schema/tables.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'

/** What stands for items' kinds where a field's id stands: they are put together and in order by it as by a field. */
export const kindColumnId = 'kind'

/** The studio's kinds as a field whose options they are, in their order. */
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

/** An item's kind as the value of that field. */
export function holdKind({ kindId }: Pick<ItemRow, 'kindId'>) {
  return kindId === undefined ? undefined : { fields: { [kindColumnId]: kindId } }
}
