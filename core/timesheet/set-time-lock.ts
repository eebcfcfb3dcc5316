import type { ChangeContext, Done } from '#core/change/context.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { StudioId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { setTimeLock as set } from './mutators.ts'

export type SetTimeLockInput = {
  readonly studioId: StudioId
  /** The week's Monday. */
  readonly week: CalendarDate
  readonly timeZone: string
  readonly isLocked: boolean
}

/** Locks or unlocks a week's logged time; the server allows only leads to. */
export async function setTimeLock(input: SetTimeLockInput, context: ChangeContext): Promise<Result<Done>> {
  return await context.mutate(set, input, { studioId: input.studioId })
}
