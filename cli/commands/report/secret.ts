import { renewReportSecret } from '#core/reports/manage-reports.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { renewSecret, renewalFlags, type RenewalOptions } from '#cli/commands/webhook/renewal.ts'
import { findReport } from './find-report.ts'

export const verb = defineVerb({
  arguments: '<report>',
  summary: 'give one of your reports a new secret, which is shown once; the old one stays valid for a day',
  options: renewalFlags,
  run: async ({ report: which = '', ...options }: RenewalOptions & { readonly report?: string }, context) =>
    await renewSecret(
      { options, find: async () => await findReport(which, context), renew: renewReportSecret },
      context,
    ),
})
