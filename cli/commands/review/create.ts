import { isCalendarDate, dateInZone } from '#core/lib/calendar-date.ts'
import type { ReviewSessionId } from '#core/lib/ids.ts'
import { startReview } from '#core/reviews/start-review.ts'
import { reviewKinds } from '#core/schema/review-sessions.ts'
import { findPresent, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { listReviews, openPlace, toReviewed } from './open-review.ts'
import { fromFlag, loadReviewed, type FromOptions } from './review-flags.ts'

export type ReviewCreateOptions = FromOptions &
  IfMissing &
  Pick<GlobalOptions, 'timeZone'> & { readonly name?: string; readonly kind?: string; readonly day?: string }

export const verb = defineVerb({
  arguments: '<name> [targets...]',
  summary: 'start a review session of tasks named by path, glob, id or --from',
  options: [
    fromFlag,
    flag('--kind <kind>', 'dailies, cut or client', { default: 'dailies' }),
    flag('--day <date>', 'the day it is on (default: today)'),
    ifMissingFlag,
  ],
  examples: [
    "review create Monday --project the-salt-road --from 'stage=layout status=WFA,DONE'",
    "review create 'Cut sq010' 'ep01/sq010/*:anim' --kind cut",
  ],
  run: async (options: ReviewCreateOptions, context) => {
    const kind = reviewKinds.find((each) => each === (options.kind ?? 'dailies'))
    if (kind === undefined) throw usageError(`--kind is ${reviewKinds.join(', ')}.`)
    const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    const day = options.day ?? dateInZone(context.clock.now(), timeZone)
    if (!isCalendarDate(day)) throw usageError(`"${day}" is not a date.`, 'Write it like 2026-12-01.')
    const place = await openPlace(context)
    const { client, studio } = place
    const { projectId, tasks } = toReviewed(await loadReviewed(place, options, context), studio)
    if (projectId === undefined) throw nothingMatched('No task is like that.', 'See: studio-cli task list --where …')
    const present = findPresent(listReviews(studio, {}), options.name ?? '', options)
    if (present?.projectId === projectId) {
      const { id, name } = present
      return tellChange(
        { id, name, kind: present.kind, day: present.day, tasks: tasks.length, operation: null },
        context,
      )
    }
    const id = client.ids.newId<ReviewSessionId>()
    const done = await startReview({ studio, projectId, name: options.name ?? '', kind, day, tasks, id }, client)
    const label = `Start review ${options.name}`
    const operation = await settleWrite({ label, studioId: studio.studioId, done }, context)
    return tellChange({ id, name: (options.name ?? '').trim(), kind, day, tasks: tasks.length, operation }, context)
  },
})
