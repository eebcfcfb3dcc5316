import { countOf } from '#core/lib/text.ts'
import { sumBy } from '#core/lib/collections.ts'
import type { LateReason, LateTask, Overview, StageProgress, Waiting } from './overview.ts'

/** The totals of an overview. */
export type OverviewSums = {
  readonly tasks: number
  readonly done: number
  readonly thisWeek: number
  readonly lastWeek: number
  readonly inReview: number
  /** How many days the oldest review has been waiting. */
  readonly inReviewDays: number
  readonly late: number
  /** How many days late tasks are late on average, to one decimal. */
  readonly lateDays: number
  readonly hours: number
  readonly capacity: number
}

/** Adds up the panels of an overview, for a one-line summary. */
export function sumOverview({ stages, weeks, late, waiting, load }: Overview): OverviewSums {
  const review = waiting.find(({ kind }) => kind === 'review')
  return {
    tasks: sumBy(stages, ({ tasks }) => tasks),
    done: sumBy(stages, ({ done }) => done),
    thisWeek: weeks.at(-1)?.tasks ?? 0,
    lastWeek: weeks.at(-2)?.tasks ?? 0,
    inReview: review?.tasks ?? 0,
    inReviewDays: review?.days ?? 0,
    late: late.tasks,
    lateDays: late.tasks === 0 ? 0 : Math.round((late.days / late.tasks) * 10) / 10,
    hours: sumBy(load, ({ hours }) => hours),
    capacity: sumBy(load, ({ capacity }) => capacity),
  }
}

/** Describes how a stage stands against its dates: `done`, `no dates`, `on time`, `3 days behind`, `2 days ahead`. */
export function describeStanding({ tasks, done, days }: Pick<StageProgress, 'tasks' | 'done' | 'days'>): string {
  if (done === tasks) return 'done'
  if (days === null) return 'no dates'
  if (days === 0) return 'on time'
  return `${countDays(Math.abs(days))} ${days < 0 ? 'behind' : 'ahead'}`
}

const reasonTitles: Readonly<Record<LateReason, string>> = {
  nobody: 'No artist yet',
  review: 'In review',
  stage: 'An earlier stage',
  away: 'Artist is away',
  estimate: 'Over its estimate',
  retakes: 'Third retake or later',
  not_begun: 'Not begun',
  in_work: 'In work',
}

/** Returns the title of a reason for lateness, for groups of tasks. */
export function reasonTitleOf(reason: LateReason): string {
  return reasonTitles[reason]
}

/** Describes why one task is late; `toDay` formats days. */
export function reasonOf(
  { reason, detail }: Pick<LateTask, 'reason' | 'detail'>,
  toDay: (day: string) => string,
): string {
  if (detail === null) return reasonTitles[reason]
  if (reason === 'review') return `In review since ${toDay(detail)}, not answered`
  if (reason === 'stage') return `Waits for ${detail}`
  if (reason === 'away') return `Artist is away until ${toDay(detail)}`
  if (reason === 'estimate') return `${formatHours(Number(detail) / 60)} over its estimate`
  if (reason === 'retakes') return `v${detail} so far`
  return reasonTitles[reason]
}

/** Describes whom tasks wait for; `name` is the person's, if they wait for one. */
export function waitingTitleOf({ kind }: Pick<Waiting, 'kind'>, name: string | undefined): string {
  if (kind === 'review') return 'A review'
  if (kind === 'nobody') return 'No artist yet'
  return name ?? 'Unknown'
}

/** Formats hours: `7 h`, `7.5 h`. */
export function formatHours(hours: number): string {
  return `${Math.round(hours * 10) / 10} h`
}

/** Returns planned hours as a whole percentage of available ones; undefined for somebody who has none. */
export function percentOf({
  hours,
  capacity,
}: {
  readonly hours: number
  readonly capacity: number
}): number | undefined {
  return capacity === 0 ? undefined : Math.round((hours / capacity) * 100)
}

/** Counts days: `1 day`, `4 days`. */
export function countDays(days: number): string {
  return countOf(days, 'day')
}
