import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { deleteRows, updateRows } from '#core/change/row-mutators.ts'
import type { ReviewSessionId } from '#core/lib/ids.ts'
import { orderRankStep, rankAtEnd } from '#core/lib/order-rank.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { changeReview } from './mutators.ts'
import type { ReviewReplica } from './review-replica.ts'
import { mostReviewEntries, toEntries, type ReviewedTask } from './start-review.ts'

type InSession = { readonly studio: StudioReplica; readonly sessionId: ReviewSessionId }
type InReview = { readonly studio: StudioReplica; readonly review: ReviewReplica }

/** Locks a session, so that what was judged in it is kept, or unlocks it. */
export async function lockReview(
  { studio, sessionId, isLocked }: InSession & { readonly isLocked: boolean },
  context: ChangeContext,
): Promise<Result<Done>> {
  const changes = [{ key: sessionId, fields: { isLocked } }]
  const label = isLocked ? 'Lock review' : 'Unlock review'
  return await context.mutate(updateRows, { table: 'review_sessions', changes, label }, studio)
}

/** Deletes a session; notes and statuses stay. Undo restores it for 30 days. */
export async function deleteReview({ studio, sessionId }: InSession, context: ChangeContext): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'review_sessions', keys: [sessionId] }, studio)
}

/** Adds tasks at the end of a session; fails with `not-found` if all of them are in it. */
export async function addToReview(
  { studio, review, tasks }: InReview & { readonly tasks: readonly ReviewedTask[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const present = review.getEntries()
  const there = new Set(present.map(({ taskId }) => taskId))
  const first = Number(rankAtEnd(present))
  const added = toEntries(
    tasks.filter(({ taskId }) => !there.has(taskId)),
    review.sessionId,
    { context, rankOf: (index) => String(first + index * orderRankStep) },
  )
  if (present.length + added.length > mostReviewEntries) return refuse('review-full')
  const changes = added.map((row) => ({ kind: 'add', row }) as const)
  const label = 'Add to review'
  return await context.mutate(changeReview, { sessionId: review.sessionId, changes, label }, review, studio)
}
