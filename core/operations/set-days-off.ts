import type { CalendarDate } from '../domain/calendar-date.ts'
import { rowKey } from '../domain/row-key.ts'
import type { UserId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import { addRows, removeRows } from '../sync/patches.ts'
import type { TimelineReplica } from '../sync/timeline-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type SetDaysOffInput = {
  readonly timeline: TimelineReplica
  readonly userId: UserId
  readonly days: readonly CalendarDate[]
  readonly isOff: boolean
}

/** Marks days as off for a member, or takes the marks away; `not-found` where nothing changes. */
export async function setDaysOff(input: SetDaysOffInput, context: OperationContext): Promise<Result<Done>> {
  const { timeline, userId, isOff } = input
  const known = timeline.getDaysOff().get(userId)
  const days = [...new Set(input.days)].filter((day) => (known?.has(day) ?? false) !== isOff)
  if (days.length === 0) return refuse('not-found')
  const place = { scope: `timeline:${timeline.studioId}`, table: 'member_days_off' } as const
  const rows = days.map((day) => ({ userId, day }))
  const patch = isOff
    ? addRows(place, rows)
    : removeRows(
        place,
        rows.map((row) => rowKey('member_days_off', row)),
      )
  return await carryOut(
    context,
    {
      studioId: timeline.studioId,
      label: isOff ? 'Set days off' : 'Remove days off',
      mutation: { kind: 'set-days-off', studioId: timeline.studioId, userId, days, isOff },
      patches: [patch],
    },
    {
      changedCount: days.length,
      revert: async () => await setDaysOff({ timeline, userId, days, isOff: !isOff }, context),
    },
  )
}
