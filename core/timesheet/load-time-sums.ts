import { momentsOf, type DayRange } from './period.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'

/** The time of one day, project, stage or person. */
export type TimeSum = {
  readonly key: string
  readonly name: string
  readonly minutes: number
  readonly entries: number
}

/** The same time summed four ways; largest first, days in order. */
export type TimeSums = {
  readonly days: readonly TimeSum[]
  readonly projects: readonly TimeSum[]
  readonly stages: readonly TimeSum[]
  readonly artists: readonly TimeSum[]
}

export type TimeSumsRequest = {
  readonly studioId: StudioId
  /** At most 400 days. */
  readonly range: DayRange
  readonly timeZone: string
  readonly userId: UserId | undefined
}

/** Loads the time of a range of days as summed by the server: one row per day, project, stage and person. */
export async function loadTimeSums(
  { studioId, range, timeZone, userId }: TimeSumsRequest,
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<TimeSums> {
  const { from, to } = momentsOf(range, timeZone)
  const answer = await gateway.call('summarize_time', {
    p_studio_id: studioId,
    p_from: new Date(from).toISOString(),
    p_to: new Date(to).toISOString(),
    p_time_zone: timeZone,
    ...(userId !== undefined && { p_user_id: userId }),
  })
  // The procedure's own fields (summarize_time).
  return answer as TimeSums
}
