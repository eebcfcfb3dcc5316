import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type ProjectId, type ReviewSessionId } from '#core/lib/ids.ts'

/**
 * How many tasks a session has, how many are judged, how many have notes from it, and how many of those have a revision
 * since.
 */
export type ReviewCount = {
  readonly entries: number
  readonly judged: number
  readonly noted: number
  readonly answered: number
}

type WireCount = {
  readonly session_id: string
  readonly entry_count: number
  readonly judged_count: number
  readonly noted_count: number
  readonly answered_count: number
}

/** Counts the contents of a project's review sessions; sessions without tasks are missing. Fails with an `AppError`. */
export async function loadReviewCounts(
  projectId: ProjectId,
  { gateway }: { readonly gateway: Pick<Gateway, 'callForAll'> },
): Promise<ReadonlyMap<ReviewSessionId, ReviewCount>> {
  const rows = await gateway.callForAll('get_review_counts', { p_project_id: projectId }, 'session_id')
  // The procedure's own columns (get_review_counts).
  const counts = rows as readonly WireCount[]
  return new Map(
    counts.map(({ session_id, entry_count, judged_count, noted_count, answered_count }) => [
      toId<ReviewSessionId>(session_id),
      { entries: entry_count, judged: judged_count, noted: noted_count, answered: answered_count },
    ]),
  )
}
