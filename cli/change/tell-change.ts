import type { Context } from '../context.ts'
import type { OutputRecord } from '../output.ts'

/** Says what became of one thing and how to take it back. Without an operation it was as wanted before. */
export function tellChange<Row extends OutputRecord & { readonly operation: string | null }>(
  row: Row,
  context: Pick<Context, 'printRecord' | 'say'>,
): void {
  context.printRecord(row)
  context.say(row.operation === null ? 'No change needed.' : `Undo with: studio-cli undo ${row.operation}`)
}
