import type { ReviewSessionId, StudioId } from '#core/lib/ids.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import { inOrder } from '#core/schema/tables.ts'

/** An open review session. The list is the same array until an entry changes. */
export type ReviewReplica = {
  readonly studioId: StudioId
  readonly sessionId: ReviewSessionId
  readonly replica: Replica
  /** Returns entries in session order. */
  getEntries: () => readonly ReviewEntryRow[]
}

/** Makes the entries of a session's replica. */
export function makeReviewReplica(
  place: { readonly studioId: StudioId; readonly sessionId: ReviewSessionId },
  replica: Replica,
): ReviewReplica {
  return {
    ...place,
    replica,
    getEntries: memoByVersion(replica, ['review_entries'], () =>
      inOrder('review_entries', replica.getRows('review_entries').values()),
    ),
  }
}
