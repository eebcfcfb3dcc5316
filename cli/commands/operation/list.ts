import { loadEntries, type JournalEntry } from '#cli/change/journal.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list operations that can be undone, newest first; kept for 90 days, at most 2,000 and 256 MB',
  options: [rowsFlag],
  run: async (options: GlobalOptions & WantedOptions, { io, printList }) => {
    const rows = (await loadEntries(io)).map((entry) => ({
      id: entry.id,
      // Enough of the id for `undo`, and short enough to leave room for the label.
      operation: entry.id.slice(0, 13),
      at: entry.at,
      label: entry.label,
      count: countOf(entry),
      host: entry.host,
      undone: entry.undoneBy !== undefined,
    }))
    await printWanted({
      rows,
      fields: ['id', 'operation', 'at', 'label', 'count', 'host', 'undone'],
      columns: ['operation', 'at', 'label', 'count', 'undone'],
      options,
      context: { printList },
    })
  },
})

function countOf({ effect }: JournalEntry): number {
  if (effect.kind === 'import') return effect.size
  if (effect.kind === 'tasks') return effect.changes.length
  return effect.kind === 'undo' ? effect.size : 1
}
