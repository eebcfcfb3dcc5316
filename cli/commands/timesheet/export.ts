import { recordExport } from '#core/events/record-export.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import type { OutputOptions } from '#cli/output.ts'
import { formatListing } from '#cli/output.ts'
import { describeRange, loadTimesheet, type TimesheetOptions } from '#cli/timesheet/load-timesheet.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { rangeFlags } from '#cli/timesheet/range-flags.ts'

export const verb = defineVerb({
  summary: 'print one line per revision, as CSV by default',
  options: rangeFlags,
  examples: ['timesheet export --from 2026-11-01 --to 2026-11-30 > november.csv'],
  /** Writes one line per revision or entry without one, as CSV unless another format is asked for. */
  run: async (options: TimesheetOptions & OutputOptions, context) => {
    const { entries, range } = await loadTimesheet(options, context)
    const { id: studioId } = await findStudio(context)
    const exported = { studioId, what: `Timesheet ${range.from} to ${range.to}`, count: entries.length }
    await recordExport(exported, { gateway: await context.loadGateway() })
    const rows = entries.map((entry) => ({ ...entry, time: formatTimeSpent(entry.minutes), timeZone: range.timeZone }))
    const isChosen = [options.json, options.ndjson, options.plain].some((format) => format !== undefined)
    const fields = ['day', 'artist', 'project', 'space', 'collection', 'item', 'stage', 'version', 'minutes', 'time', 'comment', 'at', 'timeZone', 'revisionId', 'taskId', 'artistId'] as const // prettier-ignore
    context.io.out(formatListing({ rows, fields }, isChosen ? options : { ...options, csv: true }, context.io))
    context.say(`${rows.length} ${rows.length === 1 ? 'entry' : 'entries'}, ${describeRange(range)}.`)
  },
})
