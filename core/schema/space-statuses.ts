import type { SpaceId, StatusId } from '#core/lib/ids.ts'
import { defineTable, number, of, optional, text, type RowOf } from './define-table.ts'

export const spaceStatuses = defineTable({
  key: ['spaceId', 'statusId'],
  scopes: ['studio'],
  belongsTo: { table: 'spaces', field: 'spaceId' },
  order: (first, second) => first.orderIndex - second.orderIndex,
  fields: {
    spaceId: of<SpaceId>(),
    statusId: of<StatusId>(),
    orderIndex: number,
    colorOverride: optional(text),
    /** How many tasks should have it at most; the kanban warns of more. */
    cardLimit: optional(number),
  },
})

/** A status offered in one space, with a colour and a limit of its own where it has them. */
export type SpaceStatus = RowOf<typeof spaceStatuses>
