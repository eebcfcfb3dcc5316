import type { SpaceId, StatusId } from '#core/lib/ids.ts'
import { defineTable, number, of, optional, text, type RowOf } from './define-table.ts'

export const spaceStatuses = defineTable({
  key: ['spaceId', 'statusId'],
  scopes: ['studio'],
  belongsTo: { table: 'spaces', field: 'spaceId' },
  order: (first, second) => first.orderIndex - second.orderIndex,
  fields: { spaceId: of<SpaceId>(), statusId: of<StatusId>(), orderIndex: number, colorOverride: optional(text) },
})

/** A status offered in one space, with a colour of its own where it has one. */
export type SpaceStatus = RowOf<typeof spaceStatuses>
