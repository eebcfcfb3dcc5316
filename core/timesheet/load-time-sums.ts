import { momentsOf, type DayRange } from './period.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'

/** Time of one day, project, stage or person. */
export type TimeSum = {
  readonly key: string
  readonly name: string
  readonly minutes: number
  readonly entries: number
}

/** The same time added up four ways; the largest first, days in their order. */
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

/** The time of a range of days, added up by the server: as many rows as there are days, projects, stages and people. */
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
