import { compareRanks } from '#core/lib/order-rank.ts'
import type { ItemId, ReviewEntryId, ReviewSessionId, SpaceId, StatusId, TaskId, VersionId } from '#core/lib/ids.ts'
import { defineTable, initially, number, of, optional, rank, type RowOf } from './define-table.ts'

export const reviewEntries = defineTable({
  key: ['id'],
  scopes: ['review'],
  belongsTo: { table: 'review_sessions', field: 'sessionId' },
  unique: ['sessionId', 'taskId'],
  order: compareRanks,
  fields: {
    id: of<ReviewEntryId>(),
    sessionId: of<ReviewSessionId>(),
    /** The task, item and revision may have been deleted since. */
    taskId: of<TaskId>(),
    itemId: of<ItemId>(),
    spaceId: of<SpaceId>(),
    /** The revision to look at; absent for the newest. */
    versionId: optional(of<VersionId>()),
    orderRank: rank,
    /** First and last frame in the cut, inclusive, in the studio's numbering. */
    cutIn: optional(number),
    cutOut: optional(number),
    /** Frames before the first and after the last one. */
    handleIn: initially(0, number),
    handleOut: initially(0, number),
    /** The status it was judged with; absent until judged. */
    judgedStatusId: optional(of<StatusId>()),
  },
})

/** A task in a review session. */
export type ReviewEntryRow = RowOf<typeof reviewEntries>
