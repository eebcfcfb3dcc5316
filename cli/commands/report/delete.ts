import { deleteReport } from '#core/reports/manage-reports.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findReport } from './find-report.ts'

export const verb = defineVerb({
  arguments: '<report>',
  summary: 'delete a report of yours, by name or id; cannot be undone',
  run: async ({ report: which = '' }: { readonly report?: string }, context) => {
    const { id, name } = await findReport(which, context)
    await context.confirm(`This deletes the report ${name}. Continue?`)
    await deleteReport(id, { gateway: await context.loadGateway() })
    context.printRecord({ id, name, result: 'deleted' })
  },
})
