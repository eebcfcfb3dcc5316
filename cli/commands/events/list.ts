import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flagOf } from '#cli/define-verb.ts'
import { nothing } from '#cli/local-context.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { makeEventCondition } from './event-condition.ts'
import { checkAfter, eventFlags, numberOf, printEvents, toPiece, type EventOptions } from './event-flags.ts'

type Options = EventOptions & { readonly limit: number }

export const verb = defineVerb({
  summary: 'list what happened in the studio, oldest first; with --json one event per line',
  options: [...eventFlags, flagOf('--limit <count>', 'list_events.p_limit')],
  examples: [
    'events list --after 1200 --kind task.status_changed --json',
    `events list --kind task --where 'status == "DONE" && stage == "Animation"'`,
  ],
  /** Prints a page of the log and where the next one begins. */
  run: async (options: Options, context) => {
    const { limit, kind } = options
    if (!Number.isInteger(limit) || limit < 1) throw usageError('--limit must be a whole number above 0.')
    const studio = await findStudio(context)
    const holds = await makeEventCondition(options, { studioId: studio.id, context })
    const gateway = await context.loadGateway()
    let after = checkAfter(options.after) ?? 0
    let left = limit
    while (left > 0) {
      const size = options.where === undefined ? Math.min(left, 1000) : 1000
      const args = { p_studio_id: studio.id, p_after: after, p_limit: size, ...(kind && { p_kinds: kind }) }
      const { events, cursor } = toPiece(await gateway.call('list_events', args))
      const wanted = events.filter(holds).slice(0, left)
      printEvents(wanted, context)
      left -= wanted.length
      // If the limit was reached mid-page, the next one begins after the last event printed.
      after = left === 0 ? (numberOf(wanted.at(-1)) ?? cursor) : cursor
      if (events.length < size) break
    }
    context.say(`Go on with: --after ${after}`)
    if (left === limit) context.say(nothing)
  },
})
