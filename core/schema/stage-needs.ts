import type { ItemKindId, StageId, StageNeedId } from '#core/lib/ids.ts'
import { defineTable, of, optional, type RowOf } from './define-table.ts'

export const stageNeeds = defineTable({
  key: ['id'],
  scopes: ['studio'],
  unique: ['stageId', 'needsStageId', 'kindId'],
  fields: {
    id: of<StageNeedId>(),
    /** The stage that waits. */
    stageId: of<StageId>(),
    /** The stage that must be done on everything cast. */
    needsStageId: of<StageId>(),
    /** Limits the need to items of this kind; absent for everything cast. */
    kindId: optional(of<ItemKindId>()),
  },
})

/** A stage that waits for a stage of the cast: animation for rigging. */
export type StageNeed = RowOf<typeof stageNeeds>
