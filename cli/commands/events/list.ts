import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flagOf } from '#cli/define-verb.ts'
import { nothing } from '#cli/local-context.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { checkAfter, eventFlags, printEvents, toPiece, type EventOptions } from './event-flags.ts'

type Options = EventOptions & { readonly limit: number }

export const verb = defineVerb({
  summary: 'list what happened in the studio, oldest first; with --json one event a line',
  options: [...eventFlags, flagOf('--limit <count>', 'list_events.p_limit')],
  examples: ['events list --after 1200 --kind task.status_changed --json'],
  /** Prints a piece of the log and says where the next one begins. */
  run: async (options: Options, context) => {
    const { limit, kind } = options
    if (!Number.isInteger(limit) || limit < 1) throw usageError('--limit must be a whole number above 0.')
    const studio = await findStudio(context)
    const gateway = await context.loadGateway()
    let after = checkAfter(options.after) ?? 0
    let left = limit
    while (left > 0) {
      const size = Math.min(left, 1000)
      const args = { p_studio_id: studio.id, p_after: after, p_limit: size, ...(kind && { p_kinds: kind }) }
      const { events, cursor } = toPiece(await gateway.call('list_events', args))
      printEvents(events, context)
      after = cursor
      left -= events.length
      if (events.length < size) break
    }
    context.say(`Go on with: --after ${after}`)
    if (left === limit) context.say(nothing)
  },
})
