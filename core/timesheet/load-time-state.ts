import type { CalendarDate, EpochMs } from '#core/lib/calendar-date.ts'
import type { EditedTime } from './edits.ts'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toLoggedTime, type WireEntry } from './to-logged-time.ts'

/** A week whose logged time is locked. */
export type TimeLock = {
  /** Its Monday. */
  readonly week: CalendarDate
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs
  readonly lockedByName: string
  readonly lockedAt: EpochMs
}

/** The caller's running timer, and the locked weeks, newest first. */
export type TimeState = { readonly timer: EditedTime | undefined; readonly locks: readonly TimeLock[] }

type WireState = {
  readonly timer: (Omit<WireEntry, 'created_at'> & { readonly started_at: string; readonly note: string }) | null
  readonly locks: readonly {
    readonly week: CalendarDate
    readonly starts_at: string
    readonly ends_at: string
    readonly locked_by_name: string
    readonly locked_at: string
  }[]
}

/** Loads what a studio's timesheet needs besides the time itself. Fails with an `AppError`. */
export async function loadTimeState(
  { studioId, userId }: { readonly studioId: StudioId; readonly userId: UserId },
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<TimeState> {
  // The procedure's own fields (get_time_state).
  const { timer, locks } = (await gateway.call('get_time_state', { p_studio_id: studioId })) as WireState
  return {
    timer: timer === null ? undefined : toTimer(timer, userId),
    locks: locks.map((lock) => ({
      week: lock.week,
      startsAt: Date.parse(lock.starts_at),
      endsAt: Date.parse(lock.ends_at),
      lockedByName: lock.locked_by_name,
      lockedAt: Date.parse(lock.locked_at),
    })),
  }
}

function toTimer(timer: NonNullable<WireState['timer']>, userId: UserId): EditedTime {
  const row = { ...timer, created_at: timer.started_at, comment: timer.note, minutes: 0, version_number: null }
  return { ...toLoggedTime(row), userId: toId(userId), isRunning: true }
}
