import { sendReport } from '#core/reports/manage-reports.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findReport } from './find-report.ts'

export const verb = defineVerb({
  arguments: '<report>',
  summary: 'send one of your reports now, in addition to its schedule; report list shows the outcome',
  run: async ({ report: which = '' }: { readonly report?: string }, context) => {
    const { id, name } = await findReport(which, context)
    await sendReport(id, { gateway: await context.loadGateway() })
    context.printRecord({ id, name, result: 'on its way' })
  },
})
