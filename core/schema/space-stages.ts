import type { SpaceId, StageId } from '#core/lib/ids.ts'
import { defineTable, flag, initially, number, of, type RowOf } from './define-table.ts'

export const spaceStages = defineTable({
  key: ['spaceId', 'stageId'],
  scopes: ['studio'],
  belongsTo: { table: 'spaces', field: 'spaceId' },
  order: (first, second) => first.orderIndex - second.orderIndex,
  fields: { spaceId: of<SpaceId>(), stageId: of<StageId>(), isActive: initially(true, flag), orderIndex: number },
})

/** A stage's position in one space. */
export type SpaceStage = RowOf<typeof spaceStages>
