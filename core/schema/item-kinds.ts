import type { FieldId, ItemKindId, StageId } from '#core/lib/ids.ts'
import { compareText } from '#core/lib/text.ts'
import { defineTable, initially, number, of, text, type RowOf } from './define-table.ts'
import type { ItemType } from './items.ts'

const allStages: readonly StageId[] = []
const allFields: readonly FieldId[] = []

export const itemKinds = defineTable({
  key: ['id'],
  scopes: ['studio'],
  unique: ['key'],
  order: (first, second) => first.position - second.position || compareText(first.key, second.key),
  fields: {
    id: of<ItemKindId>(),
    /** Its name in scripts and files; immutable. */
    key: text,
    name: text,
    itemType: initially<ItemType>('asset', of<ItemType>()),
    /** A Lucide icon's name; empty for the icon of its type. */
    icon: initially('', text),
    /** The stages in which a new item of this kind gets tasks; empty for all of its space. */
    stageIds: initially(allStages, of<readonly StageId[]>()),
    /** The fields asked for on its items; empty for all of their space. */
    fieldIds: initially(allFields, of<readonly FieldId[]>()),
    position: initially(0, number),
  },
})

/** A kind of item in the studio: shot, episode, or a kind of asset such as character. */
export type ItemKind = RowOf<typeof itemKinds>
