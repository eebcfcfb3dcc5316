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
    /** What has to be done of everything cast. */
    needsStageId: of<StageId>(),
    /** Only of what is of this kind; absent for whatever is cast. */
    kindId: optional(of<ItemKindId>()),
  },
})

/** A stage that waits for a stage of what is cast: animation for rigging. */
export type StageNeed = RowOf<typeof stageNeeds>
