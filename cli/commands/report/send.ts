import { sendReport } from '#core/reports/manage-reports.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findReport } from './find-report.ts'

export const verb = defineVerb({
  arguments: '<report>',
  summary: 'send a report of yours now, besides its times; report list says what became of it',
  run: async ({ report: which = '' }: { readonly report?: string }, context) => {
    const { id, name } = await findReport(which, context)
    await sendReport(id, { gateway: await context.loadGateway() })
    context.printRecord({ id, name, result: 'on its way' })
  },
})
