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
    /** The most tasks that should have it; the kanban warns beyond that. */
    cardLimit: optional(number),
  },
})

/** A status offered in one space, optionally with its own colour and limit. */
export type SpaceStatus = RowOf<typeof spaceStatuses>
