import { makeDateInZone, type CalendarDate, type EpochMs } from '#core/lib/calendar-date.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { isWeekend } from '#core/timeline/work-calendar.ts'

/** Something a person did on a task. */
type Touch = { readonly taskId: TaskId; readonly createdAt: EpochMs }

/** Time a person may have spent on a task, on a day without logged time. */
export type ProposedTime<T extends Touch> = { readonly touch: T; readonly minutes: number }

type Request<T extends Touch> = {
  readonly days: readonly CalendarDate[]
  readonly today: CalendarDate
  readonly timeZone: string
  /** What the person did, newest first. */
  readonly touches: readonly T[]
  /** Whether a day already has time, or accepts none. */
  readonly isTaken: (day: CalendarDate) => boolean
}

const fullDayMinutes = 480
const stepMinutes = 15
const mostTasks = 4

/**
 * Proposes eight hours for each working day up to today without time, spread in quarter hours over the tasks worked on
 * that day, at most four; the first gets the remainder. A day without such tasks has no proposal.
 */
export function proposeTime<T extends Touch>(
  request: Request<T>,
): ReadonlyMap<CalendarDate, readonly ProposedTime<T>[]> {
  const { days, today, timeZone, touches, isTaken } = request
  const dateOf = makeDateInZone(timeZone)
  const byDay = new Map<CalendarDate, Map<TaskId, T>>()
  for (const touch of touches.toReversed()) {
    const day = dateOf(touch.createdAt)
    const tasks = byDay.get(day) ?? new Map<TaskId, T>()
    if (!tasks.has(touch.taskId) && tasks.size < mostTasks) tasks.set(touch.taskId, touch)
    byDay.set(day, tasks)
  }
  const open = days.filter((day) => day <= today && !isWeekend(day) && !isTaken(day))
  return new Map(
    open.flatMap((day) => {
      const tasks = [...(byDay.get(day)?.values() ?? [])]
      const each = Math.floor(fullDayMinutes / Math.max(1, tasks.length) / stepMinutes) * stepMinutes
      const rest = fullDayMinutes - each * tasks.length
      const proposed = tasks.map((touch, index) => ({ touch, minutes: index === 0 ? each + rest : each }))
      return proposed.length === 0 ? [] : [[day, proposed] as const]
    }),
  )
}
