import { compareText } from '#core/lib/text.ts'
import type { StatusId } from '#core/lib/ids.ts'
import { defineTable, flag, initially, number, of, text, type RowOf } from './define-table.ts'

export const taskStatuses = defineTable({
  key: ['id'],
  scopes: ['studio'],
  order: (first, second) => first.position - second.position || compareText(first.id, second.id),
  fields: {
    id: of<StatusId>(),
    name: text,
    shortCode: text,
    color: text,
    position: number,
    isDone: initially(false, flag),
    isDefault: initially(false, flag),
  },
})

/** A status of the studio's catalogue; exactly one in a studio is the default. */
export type StatusRow = RowOf<typeof taskStatuses>
