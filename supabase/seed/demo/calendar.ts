/** The days around the seeding, in the machine's time zone. Day 0 is today. */
export type Calendar = {
  /** `YYYY-MM-DD`. */
  toDate(day: number): string
  /** The instant of a time of day, in minutes from midnight. */
  toInstant(day: number, minuteOfDay: number): string
  /** The day of a workday counted from today: 0 is today or the next workday, -1 the last one before. */
  toDay(workday: number): number
  /** How many consecutive workdays there are from this day on. */
  countToWeekend(day: number): number
  /** So many minutes after an instant or, if that is in the future, halfway to now. */
  later(instant: string, minutes: number): string
  /** So many minutes before the seeding. */
  ago(minutes: number): string
}

export function makeCalendar(now: Date): Calendar {
  const at = (day: number, minuteOfDay = 0): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, 0, minuteOfDay)
  const isWorkday = (day: number): boolean => ![0, 6].includes(at(day).getDay())
  return {
    toDate(day) {
      const date = at(day)
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-')
    },
    toInstant: (day, minuteOfDay) => at(day, minuteOfDay).toISOString(),
    toDay(workday) {
      const step = workday < 0 ? -1 : 1
      let day = workday < 0 ? -1 : 0
      for (let left = workday < 0 ? -workday : workday + 1; ; day += step) {
        if (isWorkday(day)) left -= 1
        if (left === 0) return day
      }
    },
    countToWeekend(day) {
      let count = 0
      while (isWorkday(day + count)) count += 1
      return count
    },
    later(instant, minutes) {
      const from = Date.parse(instant)
      const to = from + minutes * 60_000
      return new Date(to < now.getTime() ? to : from + (now.getTime() - from) / 2).toISOString()
    },
    ago: (minutes) => new Date(now.getTime() - minutes * 60_000).toISOString(),
  }
}
