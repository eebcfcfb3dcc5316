import { loadEntries, type JournalEntry } from '#cli/change/journal.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import type { GlobalOptions } from '#cli/global-options.ts'

export async function runOperationList(_: GlobalOptions, { io, print }: Context): Promise<ExitCode> {
  const rows = (await loadEntries(io)).map((entry) => ({
    id: entry.id,
    // Enough of the id for `undo`, and short enough to leave the label room.
    operation: entry.id.slice(0, 13),
    at: entry.at,
    label: entry.label,
    count: countOf(entry),
    host: entry.host,
    undone: entry.undoneBy !== undefined,
  }))
  print({
    rows,
    fields: ['id', 'operation', 'at', 'label', 'count', 'host', 'undone'],
    columns: ['operation', 'at', 'label', 'count', 'undone'],
  })
  return rows.length === 0 ? exitCodes.nothingMatched : exitCodes.done
}

function countOf({ effect }: JournalEntry): number {
  if (effect.kind === 'import') return effect.size
  if (effect.kind === 'tasks') return effect.changes.length
  return effect.kind === 'items' ? effect.itemIds.length : 1
}
