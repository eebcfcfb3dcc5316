import { groupBy, sumBy } from '#core/lib/collections.ts'
import { makeDateInZone } from '#core/lib/calendar-date.ts'
import { guardFormula, toCsvLine } from '#core/exchange/csv-line.ts'
import { formatTimeSpent } from './time-spent.ts'
import type { LoggedTime } from './timesheet.ts'
import { daysOf, type DayRange } from './period.ts'

type SheetRequest = { readonly entries: readonly LoggedTime[]; readonly range: DayRange; readonly timeZone: string }

const header = [
  'Day',
  'Artist',
  'Project',
  'Space',
  'Collection',
  'Item',
  'Stage',
  'Revision',
  'Minutes',
  'Time',
  'Comment',
  'Time zone',
]

/** Writes a CSV line for each revision and entry of the range, oldest first, under a header. */
export function writeTimesheetCsv({ entries, range, timeZone }: SheetRequest): string {
  const dateOf = makeDateInZone(timeZone)
  const lines = entries
    .map((entry) => ({ entry, day: dateOf(entry.createdAt) }))
    .filter(({ day }) => day >= range.from && day < range.to)
    .toSorted((first, second) => first.entry.createdAt - second.entry.createdAt)
    .map(({ entry, day }) => [
      day,
      entry.userName,
      ...placeOf(entry),
      entry.versionNumber === undefined ? '' : `v${entry.versionNumber}`,
      String(entry.minutes),
      formatTimeSpent(entry.minutes),
      entry.comment,
      timeZone,
    ])
  return [header, ...lines].map(toCsvLine).join('')
}

/** Writes hours as tab-separated values with a column per day: a line per person and task, then the totals. */
export function writeTimesheetTsv({ entries, range, timeZone }: SheetRequest): string {
  const days = daysOf(range)
  const dateOf = makeDateInZone(timeZone)
  const inRange = entries.filter(({ createdAt }) => days.includes(dateOf(createdAt)))
  const hoursOn = (some: readonly LoggedTime[]): readonly string[] => {
    const byDay = groupBy(some, ({ createdAt }) => dateOf(createdAt))
    return [...days.map((day) => toHours(byDay.get(day) ?? [])), toHours(some)]
  }
  const groups = [...groupBy(inRange, ({ userId, taskId }) => `${userId} ${taskId}`).values()]
  const rows = groups.flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [[first.userName, ...placeOf(first), ...hoursOn(group)]]
  })
  const titles = ['Artist', 'Project', 'Space', 'Collection', 'Item', 'Stage', ...days, 'Total']
  return [titles, ...rows, ['Total', '', '', '', '', '', ...hoursOn(inRange)]]
    .map((cells) => cells.map((cell) => guardFormula(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

function placeOf({ projectName, spaceName, collectionName, itemName, stageName }: LoggedTime): readonly string[] {
  return [projectName, spaceName, collectionName, itemName, stageName]
}

function toHours(entries: readonly LoggedTime[]): string {
  const minutes = sumBy(entries, (entry) => entry.minutes)
  return minutes === 0 ? '' : String(Math.round((minutes / 60) * 100) / 100)
}
