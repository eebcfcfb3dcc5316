import { CliError } from '../cli-error.ts'

/** What has just been created, of which the server's answer came: absent only where somebody has deleted it since. */
export function getMade<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new CliError('failure', 'It was created, and somebody has deleted it since.')
  return row
}
