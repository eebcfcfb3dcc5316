import { toEvent, type StudioEvent } from '#core/events/event.ts'
import { lineOf, describeEvent } from '#core/events/describe-event.ts'
import { AppError } from '#core/lib/errors.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { formatListing } from '#cli/output.ts'
import type { WantedOptions } from '#cli/select/print-wanted.ts'

export type EventOptions = GlobalOptions &
  WantedOptions & { readonly after?: number; readonly kind?: readonly string[] }

/** Flags shared by `list` and `watch`. */
export const eventFlags = [
  flag('--after <number>', 'only what happened after this event', { as: 'number' }),
  flag('--kind <kind>', 'only this kind, as task.status_changed, or all of a thing, as task', { as: 'list' }),
  flag(
    '--where <expression>',
    'only events that match: was == "WIP" && stage == "Compositing", by == "Ann"; all must match; repeatable',
    { as: 'list' },
  ),
]

/** A page of the log as the server returns it: its events, the cursor of the next page, and the newest number. */
export type EventPiece = { readonly events: readonly unknown[]; readonly cursor: number; readonly newest: number }

/** Parses a page of the log; throws an `AppError` for anything else. */
export function toPiece(answer: unknown): EventPiece {
  const { events, cursor, newest = cursor }: { events?: unknown; cursor?: unknown; newest?: unknown } = Object(answer)
  if (!Array.isArray(events) || typeof cursor !== 'number' || typeof newest !== 'number')
    throw new AppError('unexpected', 'The server’s answer is not a list of events.')
  return { events, cursor, newest }
}

/** Returns the number to start after; throws if it is invalid. */
export function checkAfter(after: number | undefined): number | undefined {
  if (after !== undefined && !(Number.isSafeInteger(after) && after >= 0))
    throw usageError('--after must be the number of an event.')
  return after
}

/** Returns an event's number. */
export function numberOf(event: unknown): number | undefined {
  const { seq }: { seq?: unknown } = Object(event)
  return typeof seq === 'number' ? seq : undefined
}

/** Prints events: as whole JSON objects, one per line, if JSON is asked for; else as one line of text each. */
export function printEvents(events: readonly unknown[], context: Pick<Context, 'io' | 'options'>): void {
  const { io, options } = context
  if (options.json !== undefined || options.ndjson === true) {
    for (const event of events) io.out(`${JSON.stringify(event)}\n`)
    return
  }
  const rows = events.map(toEvent).filter((event) => event !== undefined)
  if (rows.length > 0) io.out(formatListing({ rows: rows.map(toRow), fields, columns }, options, io))
}

const fields = ['seq', 'at', 'kind', 'actor', 'what', 'place', 'item', 'task'] as const
const columns = ['seq', 'at', 'what', 'place'] as const

function toRow(event: StudioEvent) {
  return {
    seq: event.seq,
    at: new Date(event.createdAt).toISOString(),
    kind: event.kind,
    actor: event.actorName,
    what: lineOf(event),
    place: describeEvent(event).place,
    item: event.itemId ?? null,
    task: event.taskId ?? null,
  }
}
