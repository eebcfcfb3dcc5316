import { toEvent, type StudioEvent } from '#core/events/event.ts'
import { undoEvent } from '#core/events/undo-event.ts'
import { isUuid, type OperationId } from '#core/lib/ids.ts'
import { CliError, nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { isPlainName, makeNameMatcher } from '#cli/select/name-pattern.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { setFlag } from './set-flag.ts'

/** As long as the database keeps deleted rows. */
const undoableDays = 30

export const verb = defineVerb({
  arguments: '<item>',
  summary: 'restore an omitted item, or a deleted one with everything in it, for 30 days',
  examples: ['item restore ep01/sq010/sh0010'],
  run: async (options: ItemShowOptions, context) => {
    const missing = await findItemRecord(options, context).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (missing === undefined) return await setFlag({ flag: 'isOmitted', isOn: false }, options, context)
    if (!(missing instanceof CliError) || missing.ending !== 'nothingMatched') throw missing
    const { id: studioId } = await findStudio(context)
    const gateway = await context.loadGateway()
    const deleted = await listDeleted(options.item, studioId, context)
    const [event] = deleted
    if (event?.itemId === undefined)
      throw nothingMatched(
        `There is no item "${options.item}", and none was deleted in the last ${undoableDays} days.`,
        missing.suggestion?.startsWith('Did you mean') === true ? missing.suggestion : undefined,
      )
    if (new Set(deleted.map(({ itemId }) => itemId)).size > 1)
      throw usageError(
        `${deleted.length} items of that name were deleted.`,
        `Use an id: ${deleted.slice(0, 5).map(describeDeletion).join('; ')}.`,
      )
    const operationId = context.ids.newId<OperationId>()
    const { changed } = await undoEvent({ studioId, seq: event.seq, operationId }, { gateway })
    const { spaceId: _, ...record } = await findItemRecord({ ...options, item: event.itemId }, context)
    context.printRecord({ ...record, restored: changed }, ['id', 'path', 'name', 'restored'])
    context.say('Everything deleted with it was restored too.')
  },
})

const describeDeletion = ({ itemId, names, createdAt }: StudioEvent): string =>
  `${itemId ?? ''} of ${names['collection'] ?? names['space'] ?? ''}, ${new Date(createdAt).toISOString().slice(0, 10)}`

const nameOf = ({ names }: StudioEvent): string => names['item'] ?? names['name'] ?? ''

/** Returns when items of a name, id or path were deleted, newest first, as far as that can be undone. */
async function listDeleted(item: string, studioId: string, context: Context): Promise<readonly StudioEvent[]> {
  const { call } = await context.loadGateway()
  const isNamed = makePathMatcher(item)
  const wanted = item.trim().toLowerCase()
  const name = item.split('/').at(-1)?.trim() ?? ''
  const answer: unknown = await call('list_activity', {
    p_studio_id: studioId,
    p_kinds: ['item.deleted'],
    p_limit: 200,
    p_from: new Date(context.clock.now() - undoableDays * 86_400_000).toISOString(),
    ...(isUuid(wanted) ? { p_item_id: wanted } : isPlainName(name) && { p_name: name }),
  })
  const { events }: { events?: unknown } = Object(answer)
  return (Array.isArray(events) ? events : [])
    .flatMap((each) => toEvent(each) ?? [])
    .filter((event) => event.isUndoable === true && isNamed(event))
}

/**
 * Returns whether an event's place ends with the path (`sh0010`, `sq010/sh0010`, `ep01/sq010/sh0010`) or its id
 * matches.
 */
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
