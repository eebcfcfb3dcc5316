import { addDays, toDayNumber, weekdayOf } from '#core/lib/calendar-date.ts'
import { isWorkingDay, workingDayHours } from '#core/timeline/work-calendar.ts'
import type { UserId } from '#core/lib/ids.ts'
import { daysOffOf, type TimelineModel } from './timeline-model.ts'

type WeekLoad = { readonly hours: number; readonly capacity: number }

/** Describes how full a week is. */
export function describeWeek({ hours, capacity }: WeekLoad = { hours: 0, capacity: 0 }): string {
  return `${hours} h of ${capacity}`
}

/** Returns a person's current week: the estimated hours of their tasks, and the hours they have. */
export function weekLoadOf(model: TimelineModel, userId: UserId): WeekLoad {
  const today = model.getToday()
  const monday = addDays(today, -weekdayOf(today))
  const load = model.getLoad().get(userId)
  const off = daysOffOf(model, userId)
  let [hours, capacity] = [0, 0]
  for (let index = 0; index < 7; index += 1) {
    const date = addDays(monday, index)
    hours += load?.get(toDayNumber(date)) ?? 0
    if (isWorkingDay(date, off)) capacity += workingDayHours
  }
  return { hours: Math.round(hours), capacity }
}
