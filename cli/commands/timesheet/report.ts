import { sumBy } from '#core/lib/collections.ts'
import { formatTimeSpent } from '#core/domain/time-spent.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import { describeRange, loadTimesheet, type TimesheetOptions } from '#cli/timesheet/load-timesheet.ts'
import { makeReport, parseGroupings } from '#cli/timesheet/report.ts'

export type TimesheetReportOptions = TimesheetOptions & { readonly by: string }

/** Adds time up; days of a person that are not eight hours are marked. */
export async function runTimesheetReport(options: TimesheetReportOptions, context: Context): Promise<ExitCode> {
  const by = parseGroupings(options.by)
  const { entries, range } = await loadTimesheet(options, context)
  const hasWarning = by.includes('artist') && by.includes('day')
  const rows = makeReport(entries, by).map(({ warning, ...row }) => ({
    ...row,
    warning: warning ?? null,
    timeZone: range.timeZone,
  }))
  const columns = [...by, 'time', 'minutes', 'revisions', ...(hasWarning ? (['warning'] as const) : [])] as const
  context.print({ rows, fields: [...by, 'minutes', 'hours', 'time', 'revisions', 'warning', 'timeZone'], columns })
  const total = formatTimeSpent(sumBy(entries, ({ minutes }) => minutes))
  context.say(`${total} in ${entries.length} entries, ${describeRange(range)}.`)
  return rows.length === 0 ? exitCodes.nothingMatched : exitCodes.done
}
