import { lockReview } from '#core/reviews/change-review.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import type { Context } from '#cli/context.ts'
import { openPlace, pickReview, type Which } from './open-review.ts'

/** Locks or unlocks a session. */
export async function setLocked(which: Which, isLocked: boolean, context: Context): Promise<void> {
  const { client, studio } = await openPlace(context)
  const session = pickReview(studio, which)
  const row = { id: session.id, name: session.name, locked: isLocked }
  if (session.isLocked === isLocked) return tellChange({ ...row, operation: null }, context)
  const done = await lockReview({ studio, sessionId: session.id, isLocked }, client)
  const label = `${isLocked ? 'Lock' : 'Unlock'} review ${session.name}`
  const operation = await settleWrite({ label, studioId: studio.studioId, done }, context)
  return tellChange({ ...row, operation }, context)
}
