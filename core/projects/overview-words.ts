import { countOf } from '#core/lib/text.ts'
import { sumBy } from '#core/lib/collections.ts'
import type { LateReason, LateTask, Overview, StageProgress, Waiting } from './overview.ts'

/** What an overview comes to. */
export type OverviewSums = {
  readonly tasks: number
  readonly done: number
  readonly thisWeek: number
  readonly lastWeek: number
  readonly inReview: number
  /** For how many days the longest waits for a review. */
  readonly inReviewDays: number
  readonly late: number
  /** How many days late a late task is on average, to a tenth. */
  readonly lateDays: number
  readonly hours: number
  readonly capacity: number
}

/** Adds up what the panels of an overview show, for those who read one line of it. */
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

/** How a stage stands against its dates: `done`, `no dates`, `on time`, `3 days behind`, `2 days ahead`. */
export function standOf({ tasks, done, days }: Pick<StageProgress, 'tasks' | 'done' | 'days'>): string {
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

/** A reason for being late, for many tasks. */
export function reasonTitleOf(reason: LateReason): string {
  return reasonTitles[reason]
}

/** Why one task is late; days are written by the caller's own way of writing them. */
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

/** Whom tasks wait for; `name` is the person's, where they wait for one. */
export function waitingTitleOf({ kind }: Pick<Waiting, 'kind'>, name: string | undefined): string {
  if (kind === 'review') return 'A review'
  if (kind === 'nobody') return 'No artist yet'
  return name ?? 'Unknown'
}

/** Hours as they are read: `7 h`, `7.5 h`. */
export function formatHours(hours: number): string {
  return `${Math.round(hours * 10) / 10} h`
}

/** Hours planned against hours there are, in whole percent; undefined for somebody who is off all the time. */
export function percentOf({
  hours,
  capacity,
}: {
  readonly hours: number
  readonly capacity: number
}): number | undefined {
  return capacity === 0 ? undefined : Math.round((hours / capacity) * 100)
}

/** `1 day`, `4 days`. */
export function countDays(days: number): string {
  return countOf(days, 'day')
}
