import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadReports } from './find-report.ts'
import { toReportRow } from './to-report-row.ts'

export const verb = defineVerb({
  summary: 'list your reports, when each is sent next and what became of the last one',
  options: [rowsFlag],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const reports = await loadReports(context)
    await printWanted({
      rows: reports.map(toReportRow),
      fields: ['id', 'name', 'of', 'view', 'on', 'at', 'to', 'form', 'state', 'next', 'last'],
      columns: ['name', 'of', 'on', 'at', 'to', 'state', 'next', 'last'],
      options,
      context,
    })
  },
})
