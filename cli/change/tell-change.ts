import type { Context } from '../context.ts'
import type { OutputRecord } from '../output.ts'

/** Says what became of one thing and how to take it back. Without an operation it was as wanted before. */
export function tellChange<Row extends OutputRecord & { readonly operation: string | null }>(
  row: Row,
  context: Pick<Context, 'printRecord' | 'say'>,
  /** What people read of it, where that is not all. */
  columns?: readonly (keyof Row & string)[],
): void {
  context.printRecord(row, columns)
  context.say(row.operation === null ? 'No change needed.' : `Undo with: studio-cli undo ${row.operation}`)
}
