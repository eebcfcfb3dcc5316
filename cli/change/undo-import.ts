import type { StudioClient } from '#core/sync/studio-client.ts'
import { toId, type OperationId, type SpaceId, type StudioId } from '#core/lib/ids.ts'
import { undoImportedChanges } from '#core/exchange/apply-import.ts'
import { describeKept } from '#core/exchange/describe-names.ts'
import { reportProgress } from './report-progress.ts'
import { saveEntry, type JournalEntry } from './journal.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'

type Effect = Extract<JournalEntry['effect'], { kind: 'import' }>

/**
 * Undoes an import: deletes what it created and restores what it changed, except where somebody has changed it since.
 */
export async function undoImport(
  entry: JournalEntry,
  { spaceId, reverse }: Effect,
  { client, context }: { readonly client: StudioClient; readonly context: Context },
): Promise<ExitCode> {
  const operationId = client.ids.newId<OperationId>()
  const {
    deleted,
    changed,
    conflicts,
    kept = [],
  } = await undoImportedChanges(client.gateway, {
    studioId: toId<StudioId>(entry.studioId),
    spaceId: toId<SpaceId>(spaceId),
    reverse,
    operationId,
    onStep: reportProgress(context, 'Undoing'),
  })
  await saveEntry(context.io, { ...entry, undoneBy: operationId })
  context.print({
    rows: conflicts.map(({ id, field }) => ({ id, field, result: 'conflict' })),
    fields: ['id', 'field', 'result'],
  })
  context.say(`Undid "${entry.label}": ${deleted} rows deleted, ${changed} changed, ${conflicts.length} left alone.`)
  for (const line of describeKept(kept)) context.say(line)
  return conflicts.length === 0 ? exitCodes.done : exitCodes.partlyDone
}
