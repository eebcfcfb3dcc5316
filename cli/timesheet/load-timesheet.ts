import { addDays, dateInZone, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { usageError } from '../cli-error.ts'
import type { Context } from '../context.ts'
import type { GlobalOptions } from '../global-options.ts'
import { findStudio, loadStudio } from '../select/load-studio.ts'
import { makePlaceMatcher } from '../select/place-matcher.ts'
import { pickMember } from '../select/pick-member.ts'
import { makeStageMatcher } from '../select/stage-matcher.ts'
import { makeTaskTest } from '../select/wanted-tasks.ts'
import { loadTimeEntries, type Range, type TimeEntry } from './load-time-entries.ts'

export type TimesheetOptions = Pick<GlobalOptions, 'project' | 'space' | 'timeZone'> & {
  readonly from?: string
  readonly to?: string
  readonly artist?: string
  readonly stage?: string
  readonly where?: readonly string[]
}

export type Timesheet = { readonly entries: readonly TimeEntry[]; readonly range: Range }

/** Loads the time entries that flags select: this month until today by default. */
export async function loadTimesheet(options: TimesheetOptions, context: Context): Promise<Timesheet> {
  const range = toRange(options, context)
  const { id } = await findStudio(context)
  const gateway = await context.loadGateway()
  const entries = await loadTimeEntries(gateway, id, range)
  const isWanted = await makeFilter(options, context)
  return { range, entries: entries.filter(isWanted) }
}

/** Describes the range and its time zone, printed once beside the data. */
export function describeRange({ from, to, timeZone }: Range): string {
  return `${from} to ${to}, days in ${timeZone}`
}

function toRange({ from, to, timeZone }: TimesheetOptions, { clock }: Context): Range {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const today = todayIn(zone, clock.now())
  const last = toDay(to, today) ?? today
  // The first of the month.
  const first = toDay(from, today) ?? (`${last.slice(0, 7)}-01` as CalendarDate)
  if (first > last) throw usageError(`--from ${first} is after --to ${last}.`)
  return { from: first, to: last, timeZone: zone }
}

function toDay(text: string | undefined, today: CalendarDate): CalendarDate | undefined {
  if (text === undefined || isCalendarDate(text)) return text
  if (text === 'today') return today
  if (text === 'yesterday') return addDays(today, -1)
  throw usageError(`"${text}" is not a date.`, 'Write it like 2026-11-30, or today, or yesterday.')
}

function todayIn(zone: string, now: number): CalendarDate {
  try {
    return dateInZone(now, zone)
  } catch {
    throw usageError(`There is no time zone "${zone}".`, 'Write it like Europe/Oslo.')
  }
}

async function makeFilter(options: TimesheetOptions, context: Context): Promise<(entry: TimeEntry) => boolean> {
  const { artist, stage, project, space, where } = options
  const isStage = stage === undefined ? undefined : makeStageMatcher(stage)
  const isOfStage = (entry: TimeEntry): boolean => isStage === undefined || isStage({ id: '', name: entry.stage })
  // Only names need the studio.
  if ([artist, project, space, where].every((name) => name === undefined)) return isOfStage
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const isOfTask = await makeTaskTest({ client, studio }, options)
  const isThere = makePlaceMatcher(studio, options)
  const artistId =
    artist === undefined ? undefined : pickMember(studio, artist, (await context.loadSession()).userId).userId
  return (entry) =>
    (artistId === undefined || entry.artistId === artistId) &&
    isOfStage(entry) &&
    isThere(entry) &&
    isOfTask(entry.taskId)
}
