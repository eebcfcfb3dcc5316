import { newId } from '#core/lib/ids.ts'
import { canBeSigned, renewReportSecret, saveReport } from '#core/reports/manage-reports.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { loadReports } from './find-report.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { changeReport, reportFlags, type ReportOptions } from './report-flags.ts'
import { toReportRow } from './to-report-row.ts'

type Options = ReportOptions & IfMissing & { readonly name?: string }

const blank = { viewId: undefined, days: [], atTime: '', url: '', form: 'standard' } as const

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'send a timesheet or a saved view as CSV on a schedule: mailed to you, or posted to an address',
  options: [...reportFlags({ on: 'mon', at: '08:00', form: 'standard' }), ifMissingFlag],
  examples: [
    'report create "Hours" --of week --on mon --at 08:30 --url https://farm.example/hours',
    'report create "Morning" --view Unfinished --space ep01 --on weekdays --at 09:00 --url https://farm.example/rows',
  ],
  run: async ({ name = '', ...options }: Options, context) => {
    const present = options.ifMissing === true ? findExisting(await loadReports(context), name, options) : undefined
    if (present !== undefined) {
      context.printRecord({ ...toReportRow(present), secret: null })
      return context.say('No change needed.')
    }
    const text = await changeReport({ ...blank, period: 'week' }, options, context)
    const studio = await findStudio(context)
    const { mail: hasMail } = await context.loadHost()
    const gateway = await context.loadGateway()
    const report = { ...text, id: newId(), name, isActive: true, studioId: studio.id, hasMail }
    const made = await saveReport(report, { gateway })
    const signed = canBeSigned(made) ? await renewReportSecret({ id: made.id, isAtOnce: true }, { gateway }) : undefined
    context.printRecord({ ...toReportRow(made), secret: signed?.secret ?? null })
    if (signed !== undefined) context.say('Keep the secret: it cannot be read again.')
  },
})
