import { toEvent, type StudioEvent } from '#core/events/event.ts'
import { undoEvent } from '#core/events/undo-event.ts'
import { isUuid, type OperationId } from '#core/lib/ids.ts'
import { CliError, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { makeNameMatcher } from '#cli/select/name-pattern.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { setFlag } from './set-flag.ts'

export const verb = defineVerb({
  arguments: '<item>',
  summary: 'bring an omitted item back, or a deleted one with what was deleted with it, for 30 days',
  examples: ['item restore ep01/sq010/sh0010'],
  run: async (options: ItemShowOptions, context) => {
    const missing = await findItemRecord(options, context).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (missing === undefined) return await setFlag({ flag: 'isOmitted', isOn: false }, options, context)
    if (!(missing instanceof CliError) || missing.ending !== 'nothingMatched') throw missing
    const studio = await findStudio(context)
    const gateway = await context.loadGateway()
    const deleted = await listDeleted(options.item, studio.id, context)
    const [event] = deleted
    if (event === undefined) throw missing
    if (new Set(deleted.map(({ itemId }) => itemId)).size > 1)
      throw usageError(`${deleted.length} items of that name were deleted.`, 'Use an id: studio-cli events list.')
    const operationId = context.ids.newId<OperationId>()
    const { changed } = await undoEvent({ studioId: studio.id, seq: event.seq, operationId }, { gateway })
    context.printRecord({ id: event.itemId ?? null, name: nameOf(event), restored: changed })
    context.say('Brought back what was deleted with it too.')
  },
})

const nameOf = ({ names }: StudioEvent): string => names['item'] ?? names['name'] ?? ''

/**
 * When items of a name, an id or a path were deleted, the newest first, as far as that can still be taken back: an id's at
 * once, others by page until one fits.
 */
async function listDeleted(item: string, studioId: string, context: Context): Promise<readonly StudioEvent[]> {
  const { call } = await context.loadGateway()
  const isNamed = makePathMatcher(item)
  const wanted = item.trim().toLowerCase()
  let before: unknown = null
  do {
    const answer: unknown = await call('list_activity', {
      p_studio_id: studioId,
      p_kinds: ['item.deleted'],
      p_limit: 200,
      p_before: before,
      ...(isUuid(wanted) && { p_item_id: wanted }),
    })
    const page: { events?: unknown; before?: unknown } = Object(answer)
    const events = (Array.isArray(page.events) ? page.events : []).flatMap((each) => toEvent(each) ?? [])
    const found = events.filter((event) => event.isUndoable === true && isNamed(event))
    if (found.length > 0) return found
    before = page.before ?? null
  } while (before !== null)
  return []
}

/** Whether the end of an event's place is as a path has it: `sh0010`, `sq010/sh0010`, `ep01/sq010/sh0010`; or its id. */
function makePathMatcher(path: string): (event: StudioEvent) => boolean {
  const [item = () => false, ...above] = path.split('/').toReversed().map(makeNameMatcher)
  return (event) => {
    const { collection = '', space = '', project = '' } = event.names
    const places = [collection, space, project]
    return (
      item({ id: event.itemId ?? '', name: nameOf(event) }) &&
      above.every((fits, at) => fits({ id: '', name: places[at] ?? '' }))
    )
  }
}
