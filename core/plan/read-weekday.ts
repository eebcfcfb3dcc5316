import { addDays, weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'

/** The days of the week, Monday first. */
export const weekdays: readonly string[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/**
 * Reads a weekday. `fri` is the next one; if today is a Friday, today or the next. `next fri` is the coming one to some
 * and the one after to others, `next week` any day of it. `fri week` is a week after `fri`, `fri after next` a week
 * after `next fri`.
 */
export function readWeekday(text: string, today: CalendarDate): readonly CalendarDate[] {
  const monday = addDays(today, 7 - weekdayOf(today))
  if (text === 'next week') return [monday, addDays(monday, 4)]
  const [, week, from, next] = /^(?:(\w+) week|an? week (?:on|from) (\w+)|(?:the )?(\w+) after next)$/.exec(text) ?? []
  const begun = week ?? from ?? (next === undefined ? undefined : `next ${next}`)
  return begun === undefined ? readOne(text, today) : readOne(begun, today).map((day) => addDays(day, 7))
}

function readOne(text: string, today: CalendarDate): readonly CalendarDate[] {
  const [, which, name = ''] = /^(?:(next|this|last) )?(\w+)$/.exec(text) ?? []
  const weekday = weekdays.findIndex((day) => day === name || (/^\w{3,4}$/.test(name) && day.startsWith(name)))
  if (weekday < 0) return []
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  const coming = addDays(today, ahead)
  if (which === 'last') return [addDays(coming, -7)]
  if (ahead === 0)
    return which === 'this' ? [coming] : which === 'next' ? [addDays(coming, 7)] : [coming, addDays(coming, 7)]
  return which === 'next' ? [coming, addDays(coming, 7)] : [coming]
}
