import type { ChangeContext, Done } from '#core/change/context.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import { setDaysOff as set } from './mutators.ts'
import type { TimelineReplica } from './timeline-replica.ts'

export type SetDaysOffInput = {
  readonly timeline: TimelineReplica
  readonly userId: UserId
  readonly days: readonly CalendarDate[]
  readonly isOff: boolean
}

/** Marks or unmarks days as a member's days off. Fails with `not-found` where nothing changes. */
export async function setDaysOff(
  { timeline, ...change }: SetDaysOffInput,
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(set, { studioId: timeline.studioId, ...change }, timeline)
}
