import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadReports } from './find-report.ts'
import { toReportRow } from './to-report-row.ts'

export const verb = defineVerb({
  summary: 'list your reports, when each is sent next and what became of the last one',
  run: async (_: GlobalOptions, context) => {
    const reports = await loadReports(context)
    context.printList({
      rows: reports.map(toReportRow),
      fields: ['id', 'name', 'of', 'view', 'on', 'at', 'to', 'form', 'state', 'next', 'last'],
      columns: ['name', 'of', 'on', 'at', 'to', 'state', 'next', 'last'],
    })
  },
})
