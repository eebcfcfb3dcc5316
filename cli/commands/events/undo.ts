import { toEvent } from '#core/events/event.ts'
import { lineOf } from '#core/events/describe-event.ts'
import { undoEvent } from '#core/events/undo-event.ts'
import type { OperationId } from '#core/lib/ids.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { findStudio } from '#cli/select/load-studio.ts'

type Options = { readonly number: string }

export const verb = defineVerb({
  arguments: '<number>',
  summary: 'undo the operation behind an event, and what rules did in response',
  examples: ['events undo 1200 --yes'],
  /**
   * Asks for confirmation with the number of changes undone together; what somebody has changed since is left alone and
   * counted.
   */
  run: async ({ number }: Options, context) => {
    const seq = Number(number)
    if (!Number.isSafeInteger(seq) || seq < 1) throw usageError('Name the event by its number.')
    const studio = await findStudio(context)
    const gateway = await context.loadGateway()
    const page = await gateway.call('list_activity', { p_studio_id: studio.id, p_before: seq + 1, p_limit: 1 })
    const { events }: { events?: unknown } = Object(page)
    const event = Array.isArray(events) ? toEvent(events[0]) : undefined
    if (event?.seq !== seq) throw usageError(`There is no event ${seq} that you may see.`)
    if (!event.isUndoable) throw usageError(`Event ${seq} cannot be undone, or already was.`)
    if (event.changes > 1)
      await context.confirm(
        `This undoes ${event.changes} changes: "${lineOf(event)}" and the others of that step. Continue?`,
      )
    const operationId = context.ids.newId<OperationId>()
    const { changed, skipped } = await undoEvent({ studioId: studio.id, seq, operationId }, { gateway })
    context.printRecord({ seq, changed, skipped })
    if (skipped > 0) context.say(`${skipped} changed by somebody since: left unchanged.`)
    return skipped === 0 ? exitCodes.done : exitCodes.partlyDone
  },
})
