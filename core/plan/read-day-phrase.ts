import { addDays, weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'
import { addWorkingDays, isWeekend } from '#core/timeline/work-calendar.ts'
import { periodOf, stepPeriod, weekOf } from '#core/timesheet/period.ts'

const counts = 'one two three four five six seven eight nine ten'.split(' ')

/** Reads a count in words: `a`, `one` to `ten`. */
export function readCount(word: string): number | undefined {
  if (/^an?$/.test(word)) return 1
  const at = counts.indexOf(word)
  return at < 0 ? undefined : at + 1
}

/** Reads phrases for a day, in lower case: `end of next week`, `eom`, `in 5 working days`; several days if ambiguous. */
export function readDayPhrase(text: string, today: CalendarDate): readonly CalendarDate[] {
  const workdays = readWorkdays(text)
  return workdays === undefined ? readEnd(text.replace(/^the /, ''), today) : [addWorkingDays(today, workdays)]
}

/** Reads `in 5 working days` or `+5wd`: how many working days from today. */
export function readWorkdays(text: string): number | undefined {
  const [, , count = ''] =
    /^(in |\+ ?)?(\d{1,3}|[a-z]+) ?(?:wd|(?:work|working|business) days?|workdays?)$/.exec(text) ?? []
  const isInWords = /^[a-z]/.test(count)
  const days = isInWords && text.startsWith('in ') ? readCount(count) : Number(count)
  return days !== undefined && days > 0 ? days : undefined
}

const units: Readonly<Record<string, 'week' | 'month' | 'year'>> = {
  eow: 'week',
  week: 'week',
  eom: 'month',
  month: 'month',
  eoy: 'year',
  year: 'year',
}

function readEnd(text: string, today: CalendarDate): readonly CalendarDate[] {
  const [, which, period = ''] = /^(?:end of (?:the )?(?:(this|next) )?(?=\w{4})|(?=eo))(\w+)$/.exec(text) ?? []
  const unit = Object.hasOwn(units, period) ? units[period] : undefined
  if (unit === undefined) return []
  if (unit === 'week') return which === 'next' ? endsOfNextWeek(today) : endsOfWeek(today)
  const { to } = periodOf(unit, which === 'next' ? stepPeriod(unit, today, 1) : today)
  return lastDays(addDays(to, -1), today)
}

/** To some, a week ends on Friday, to others on Sunday; and on a weekend, the next week may already be meant. */
function endsOfWeek(today: CalendarDate): readonly CalendarDate[] {
  const [friday, sunday] = [addDays(weekOf(today), 4), addDays(weekOf(today), 6)]
  return isWeekend(today) ? [sunday, addDays(friday, 7)] : [friday, sunday]
}

function endsOfNextWeek(today: CalendarDate): readonly CalendarDate[] {
  const [friday, sunday] = [addDays(weekOf(today), 11), addDays(weekOf(today), 13)]
  return isWeekend(today) ? [friday, sunday, addDays(friday, 7)] : [friday, sunday]
}

/** Returns the last day of a period and, if that is on a weekend, the Friday before, which is equally likely. */
export function lastDays(last: CalendarDate, today: CalendarDate): readonly CalendarDate[] {
  const friday = addDays(last, 4 - weekdayOf(last))
  return friday < last && friday >= today ? [friday, last] : [last]
}
