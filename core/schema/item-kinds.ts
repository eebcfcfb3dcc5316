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
    /** Its name in scripts and files; it never changes. */
    key: text,
    name: text,
    itemType: initially<ItemType>('asset', of<ItemType>()),
    /** The name of a Lucide icon; empty for that of its type. */
    icon: initially('', text),
    /** The stages a new item of this kind has tasks for; all of its space where empty. */
    stageIds: initially(allStages, of<readonly StageId[]>()),
    /** The fields that its items are asked for; all of their space where empty. */
    fieldIds: initially(allFields, of<readonly FieldId[]>()),
    position: initially(0, number),
  },
})

/** A kind of item of the studio's: shot, episode, or a kind of asset such as character. */
export type ItemKind = RowOf<typeof itemKinds>
