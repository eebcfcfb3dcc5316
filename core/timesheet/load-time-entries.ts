import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { LoggedTime } from './timesheet.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toLoggedTime, type WireEntry } from './to-logged-time.ts'

export type TimeEntriesRequest = {
  readonly studioId: StudioId
  /** From this moment on. */
  readonly from: EpochMs
  /** Until before this moment. */
  readonly to: EpochMs
  /** Only the time of one person. */
  readonly userId?: UserId
}

// The most that list_time_entries answers at once.
const pageSize = 1000

/**
 * The time logged in a studio's projects that the caller may open, the oldest first, asked for a page after the other.
 * Revisions without time are in it, and time without a revision. Fails with an `AppError`.
 */
export async function loadTimeEntries(
  { studioId, from, to, userId }: TimeEntriesRequest,
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<readonly LoggedTime[]> {
  const range = { p_studio_id: studioId, p_from: new Date(from).toISOString(), p_to: new Date(to).toISOString() }
  const entries: LoggedTime[] = []
  let place: { p_after_time?: string; p_after_id?: string } = {}
  for (;;) {
    const answer = await gateway.call('list_time_entries', {
      ...range,
      p_limit: pageSize,
      ...(userId !== undefined && { p_user_id: userId }),
      ...place,
    })
    // The procedure's own columns (list_time_entries).
    const page = Array.isArray(answer) ? (answer as readonly WireEntry[]) : []
    entries.push(...page.map(toLoggedTime))
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return entries
    place = { p_after_time: last.created_at, p_after_id: last.id }
  }
}
