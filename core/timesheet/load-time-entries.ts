import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { LoggedTime } from './timesheet.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toLoggedTime, type WireEntry } from './to-logged-time.ts'

export type TimeEntriesRequest = {
  readonly studioId: StudioId
  /** Inclusive. */
  readonly from: EpochMs
  /** Exclusive. */
  readonly to: EpochMs
  /** Limits the entries to one person. */
  readonly userId?: UserId
}

// The most rows that list_time_entries returns at once.
const pageSize = 1000

/**
 * Loads the time logged in the studio's projects that the caller can open, oldest first, page by page. Includes
 * revisions without time, and time without a revision. Fails with an `AppError`.
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
