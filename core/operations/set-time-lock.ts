import type { CalendarDate } from '../domain/calendar-date.ts'
import type { StudioId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { carryOut, type Done, type OperationContext } from './carry-out.ts'

export type SetTimeLockInput = {
  readonly studioId: StudioId
  /** The week's Monday. */
  readonly week: CalendarDate
  readonly timeZone: string
  readonly isLocked: boolean
}

/** Locks a week's logged time, or unlocks it; the server lets leads alone. */
export async function setTimeLock(input: SetTimeLockInput, context: OperationContext): Promise<Result<Done>> {
  const { studioId, isLocked } = input
  return await carryOut(
    context,
    {
      studioId,
      label: isLocked ? 'Lock week' : 'Unlock week',
      mutation: { kind: 'set-time-lock', ...input },
      patches: [],
    },
    { changedCount: 1, revert: async () => await setTimeLock({ ...input, isLocked: !isLocked }, context) },
  )
}
