import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { updateRows } from '#core/change/row-mutators.ts'
import type { ReviewEntryId, ReviewSessionId, StatusId } from '#core/lib/ids.ts'
import { placeInOrder } from '#core/lib/order-rank.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { changeReview } from './mutators.ts'
import type { ReviewReplica } from './review-replica.ts'

type InSession = { readonly studio: StudioReplica; readonly sessionId: ReviewSessionId }
type InReview = { readonly studio: StudioReplica; readonly review: ReviewReplica }

/** Renames a session. */
export async function renameReview(
  { studio, sessionId, name }: InSession & { readonly name: string },
  context: ChangeContext,
): Promise<Result<Done>> {
  if (name.trim() === '') return refuse('name-missing')
  const changes = [{ key: sessionId, fields: { name: name.trim() } }]
  return await context.mutate(updateRows, { table: 'review_sessions', changes, label: 'Rename review' }, studio)
}

/** Removes entries from a session; their tasks and notes stay. */
export async function removeFromReview(
  { studio, review, entryIds }: InReview & { readonly entryIds: readonly ReviewEntryId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const changes = entryIds.map((id) => ({ kind: 'remove', id }) as const)
  const label = 'Remove from review'
  return await context.mutate(changeReview, { sessionId: review.sessionId, changes, label }, review, studio)
}

/** Moves entries, kept together, before the one now at `index`; the session's length means the end. */
export async function moveInReview(
  {
    studio,
    review,
    entryIds,
    index,
  }: InReview & { readonly entryIds: readonly ReviewEntryId[]; readonly index: number },
  context: ChangeContext,
): Promise<Result<Done>> {
  const places = placeInOrder(review.getEntries(), entryIds, index)
  const changes = places.map(({ id, orderRank }) => ({ kind: 'set', id, fields: { orderRank } }) as const)
  const label = 'Move in review'
  return await context.mutate(changeReview, { sessionId: review.sessionId, changes, label }, review, studio)
}

/** Records the status an entry was judged with; the task's own status is set separately. */
export async function judgeEntry(
  input: InReview & { readonly entryId: ReviewEntryId; readonly statusId: StatusId | undefined },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, review, entryId, statusId } = input
  const changes = [{ kind: 'set', id: entryId, fields: { judgedStatusId: statusId } } as const]
  return await context.mutate(changeReview, { sessionId: review.sessionId, changes, label: 'Judge' }, review, studio)
}
