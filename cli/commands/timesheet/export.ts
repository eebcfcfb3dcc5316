import { formatTimeSpent } from '#core/domain/time-spent.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import type { OutputOptions } from '#cli/output.ts'
import { formatListing } from '#cli/output.ts'
import { describeRange, loadTimesheet, type TimesheetOptions } from '#cli/timesheet/load-timesheet.ts'

/** Writes one line a revision or entry without one, as CSV unless another format is asked for. */
export async function runTimesheetExport(
  options: TimesheetOptions & OutputOptions,
  context: Context,
): Promise<ExitCode> {
  const { entries, range } = await loadTimesheet(options, context)
  const rows = entries.map((entry) => ({ ...entry, time: formatTimeSpent(entry.minutes), timeZone: range.timeZone }))
  const isChosen = [options.json, options.ndjson, options.plain].some((format) => format !== undefined)
  const fields = ['day', 'artist', 'project', 'space', 'collection', 'item', 'stage', 'version', 'minutes', 'time', 'comment', 'at', 'timeZone', 'revisionId', 'taskId', 'artistId'] as const // prettier-ignore
  context.io.out(formatListing({ rows, fields }, isChosen ? options : { ...options, csv: true }, context.io))
  context.say(`${rows.length} entries, ${describeRange(range)}.`)
  return rows.length === 0 ? exitCodes.nothingMatched : exitCodes.done
}
