import { lockReview } from '#core/reviews/change-review.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import type { Context } from '#cli/context.ts'
import { openPlace, pickReview, type SessionChoice } from './open-review.ts'

/** Locks or unlocks a session. */
export async function setLocked(which: SessionChoice, isLocked: boolean, context: Context): Promise<void> {
  const { client, studio } = await openPlace(context)
  const session = pickReview(studio, which)
  const row = { id: session.id, name: session.name, locked: isLocked }
  if (session.isLocked === isLocked) return printChange({ ...row, operation: null }, context)
  const done = await lockReview({ studio, sessionId: session.id, isLocked }, client)
  const label = `${isLocked ? 'Lock' : 'Unlock'} review ${session.name}`
  const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
  return printChange({ ...row, operation }, context)
}
