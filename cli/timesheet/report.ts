import { groupBy, sumBy } from '#core/lib/collections.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { isWarningTotal } from '#core/timesheet/timesheet.ts'
import { usageError } from '../cli-error.ts'
import type { TimeEntry } from './load-time-entries.ts'

/** What time can be summed up by. */
export const groupings = ['artist', 'project', 'space', 'item', 'stage', 'day', 'month'] as const
export type Grouping = (typeof groupings)[number]

export type ReportRow = { readonly [Name in Grouping]?: string } & {
  readonly minutes: number
  readonly hours: number
  readonly time: string
  readonly revisions: number
  /** Whether the artist's day is not eight hours; absent unless grouped by artist and day. */
  readonly warning?: boolean
}

/** Parses `artist,project`. */
export function parseGroupings(text: string): readonly Grouping[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  return [...new Set(names)].map((name) => {
    const grouping = groupings.find((each) => each === name)
    if (grouping === undefined)
      throw usageError(`Time cannot be grouped by "${name}".`, `The groups are ${groupings.join(', ')}.`)
    return grouping
  })
}

/** Sums up time by the given groups, in their order. */
export function makeReport(entries: readonly TimeEntry[], by: readonly Grouping[]): readonly ReportRow[] {
  const isPersonalDay = by.includes('artist') && by.includes('day')
  const dayTotals = new Map(
    [...groupBy(entries, personalDay)].map(([key, ofDay]) => [key, sumBy(ofDay, ({ minutes }) => minutes)]),
  )
  return [...groupBy(entries, (entry) => JSON.stringify(by.map((name) => valueOf(entry, name))))]
    .toSorted(([first], [second]) => (first < second ? -1 : Number(first > second)))
    .flatMap(([, group]) => {
      const [first] = group
      if (first === undefined) return []
      const minutes = sumBy(group, (entry) => entry.minutes)
      return {
        ...Object.fromEntries(by.map((name) => [name, valueOf(first, name)])),
        minutes,
        hours: Math.round((minutes / 60) * 100) / 100,
        time: formatTimeSpent(minutes),
        revisions: group.filter(({ version }) => version !== null).length,
        ...(isPersonalDay && { warning: isWarningTotal(dayTotals.get(personalDay(first)) ?? 0) }),
      }
    })
}

function valueOf(entry: TimeEntry, name: Grouping): string {
  return name === 'month' ? entry.day.slice(0, 7) : entry[name]
}

function personalDay({ artistId, artist, day }: TimeEntry): string {
  return `${artistId ?? artist} ${day}`
}
