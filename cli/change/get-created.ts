import { CliError } from '../cli-error.ts'

/** Returns a row that was just created and confirmed; throws if somebody has deleted it since. */
export function getCreated<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new CliError('failure', 'It was created, and somebody has deleted it since.')
  return row
}
