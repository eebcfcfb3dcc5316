import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** Writes errors that belong to no test, which Vitest's JSON leaves out, to the file that `XSHEET_UNHANDLED` names. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its file's default export
export default class UnhandledReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    const file = process.env['XSHEET_UNHANDLED']
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)))
  }
}
