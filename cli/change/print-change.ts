import type { Context } from '../context.ts'
import type { OutputRecord } from '../output.ts'

/** Prints one changed thing and how to undo it. Without an operation, it already was as wanted. */
export function printChange<Row extends OutputRecord & { readonly operation: string | null }>(
  row: Row,
  context: Pick<Context, 'printRecord' | 'say'>,
  /** The columns shown to people, if not all. */
  columns?: readonly (keyof Row & string)[],
): void {
  context.printRecord(row, columns)
  context.say(row.operation === null ? 'No change needed.' : `Undo with: studio-cli undo ${row.operation}`)
}
