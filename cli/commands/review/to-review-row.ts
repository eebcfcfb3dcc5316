import type { ReviewCount } from '#core/reviews/load-review-counts.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Converts a review session to the row every command prints. */
export const toReviewRow = (studio: StudioReplica, session: ReviewSessionRow, counts: ReviewCount | undefined) => ({
  id: session.id,
  name: session.name,
  project: studio.replica.find('projects', session.projectId)?.name ?? null,
  kind: session.kind,
  day: session.day,
  tasks: counts?.entries ?? 0,
  judged: counts?.judged ?? 0,
  noted: counts?.noted ?? 0,
  answered: counts?.answered ?? 0,
  live: session.query?.text ?? null,
  locked: session.isLocked,
})
