import { isCalendarDate, dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { ReviewSessionId } from '#core/lib/ids.ts'
import { loadReviewCounts } from '#core/reviews/load-review-counts.ts'
import { startReview } from '#core/reviews/start-review.ts'
import { reviewKinds, type ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { printChange } from '#cli/change/print-change.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { defineVerb, flag, flagOf } from '#cli/define-verb.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { listReviews, openPlace, toReviewed, type Place } from './open-review.ts'
import { cutFlags, readCut, type CutOptions } from './read-cut.ts'
import { readLive } from './read-live.ts'
import { toReviewRow } from './to-review-row.ts'
import { fromFlag, loadReviewed, type FromOptions } from './review-flags.ts'

export type ReviewCreateOptions = FromOptions &
  IfMissing &
  CutOptions &
  Pick<GlobalOptions, 'timeZone'> & {
    readonly name?: string
    readonly kind?: string
    readonly day?: string
    readonly live?: string
  }

export const verb = defineVerb({
  arguments: '<name> [targets...]',
  summary: 'start a review session of tasks named by path, glob, id, --from, --live or --cut',
  options: [
    fromFlag,
    flag('--live <tasks>', 'tasks that are added and removed automatically until it is locked: WFA today in Animation'),
    ...cutFlags,
    flagOf('--kind <kind>', 'start_review.p_kind', { default: 'dailies' }),
    flag('--day <date>', 'the day it is on (default: today)'),
    ifMissingFlag,
  ],
  examples: [
    "review create Monday --project the-salt-road --from 'stage=layout status=WFA,DONE'",
    "review create 'Cut sq010' 'ep01/sq010/*:anim' --kind cut",
    "review create Dailies --project the-salt-road --live 'WFA today in Animation'",
    "review create Conform --cut conform.edl --rate 24 --match '{collection}_{item}_v*' --stage anim --space ep01",
  ],
  run: async (options: ReviewCreateOptions, context) => {
    const kind = reviewKinds.find((each) => each === (options.kind ?? 'dailies'))
    if (kind === undefined) throw usageError(`--kind is ${reviewKinds.join(', ')}.`)
    const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    const day = options.day ?? dateInZone(context.clock.now(), timeZone)
    if (!isCalendarDate(day)) throw usageError(`"${day}" is not a date.`, 'Write it like 2026-12-01.')
    const place = await openPlace(context)
    const { client, studio } = place
    const { projectId, tasks, query } = await chooseTasks(place, { ...options, day, timeZone }, context)
    if (projectId === undefined) throw nothingMatched('No tasks match.', 'See: studio-cli task list --where …')
    const present = findExisting(listReviews(studio, {}), options.name ?? '', options)
    if (present?.projectId === projectId) {
      return await printMade(place, { session: present, operation: null }, context)
    }
    const id = client.ids.newId<ReviewSessionId>()
    const session = { studio, projectId, name: options.name ?? '', kind, day, tasks, query, id }
    const done = await startReview(session, client)
    const label = `Start review ${options.name}`
    const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
    return await printMade(
      place,
      { session: getCreated(studio.replica.find('review_sessions', id)), operation },
      context,
    )
  },
})

type Made = { readonly session: ReviewSessionRow; readonly operation: string | null }

async function printMade({ client, studio }: Place, { session, operation }: Made, context: Context): Promise<void> {
  const counts = await loadReviewCounts(session.projectId, client)
  const row = { ...toReviewRow(studio, session, counts.get(session.id)), operation }
  printChange(row, context, ['id', 'name', 'kind', 'day', 'tasks', 'operation'])
}

type Chosen = ReviewCreateOptions & { readonly day: CalendarDate; readonly timeZone: string }

/** Returns the named tasks, and the query by which a live session finds others. */
async function chooseTasks(place: Place, options: Chosen, context: Context) {
  const { live, cut, from = [], targets, project, day, timeZone } = options
  if (cut !== undefined) {
    if (live !== undefined || from.length > 0 || targets.length > 0) {
      throw usageError('A cut names the tasks: leave out --live, --from and names.')
    }
    return { ...(await readCut(place, { ...options, cut }, context)), query: undefined }
  }
  const following =
    live === undefined ? undefined : await readLive(place, { live, project, today: day, timeZone }, context)
  if (following !== undefined && from.length === 0 && targets.length === 0) return { ...following, tasks: [] }
  const { projectId, tasks } = toReviewed(await loadReviewed(place, options, context), place.studio)
  if (following !== undefined && projectId !== undefined && projectId !== following.projectId) {
    throw usageError('These tasks belong to another project than --project.')
  }
  return { projectId: following?.projectId ?? projectId, tasks, query: following?.query }
}
