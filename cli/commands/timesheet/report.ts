import { sumBy } from '#core/lib/collections.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { describeRange, loadTimesheet, type TimesheetOptions } from '#cli/timesheet/load-timesheet.ts'
import { makeReport, parseGroupings } from '#cli/timesheet/report.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { rangeFlags } from '#cli/timesheet/range-flags.ts'

export type TimesheetReportOptions = TimesheetOptions & { readonly by: string }

export const verb = defineVerb({
  summary: 'total the time of revisions; by artist and day, days other than eight hours are marked',
  options: [
    ...rangeFlags,
    flag('--by <groups>', 'artist, project, space, item, stage, day, month', { default: 'artist,day' }),
  ],
  examples: [
    'timesheet report --artist me',
    'timesheet report --from 2026-11-01 --to 2026-11-30 --by artist,project --csv > nov.csv',
  ],
  /** Sums up time; a person's days that are not eight hours are marked. */
  run: async (options: TimesheetReportOptions, context) => {
    const by = parseGroupings(options.by)
    const { entries, range } = await loadTimesheet(options, context)
    const hasWarning = by.includes('artist') && by.includes('day')
    const rows = makeReport(entries, by).map(({ warning, ...row }) => ({
      ...row,
      warning: warning ?? null,
      timeZone: range.timeZone,
    }))
    const columns = [...by, 'time', 'minutes', 'revisions', ...(hasWarning ? (['warning'] as const) : [])] as const
    context.printList({
      rows,
      fields: [...by, 'minutes', 'hours', 'time', 'revisions', 'warning', 'timeZone'],
      columns,
    })
    const total = formatTimeSpent(sumBy(entries, ({ minutes }) => minutes))
    context.say(`${total} in ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}, ${describeRange(range)}.`)
  },
})
