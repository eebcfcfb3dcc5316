import { canBeSigned, renewReportSecret, saveReport } from '#core/reports/manage-reports.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { findReport } from './find-report.ts'
import { changeReport, reportFlags, type ReportOptions } from './report-flags.ts'
import { toReportRow } from './to-report-row.ts'

type Options = ReportOptions & { readonly report?: string; readonly name?: string; readonly state?: string }

export const verb = defineVerb({
  arguments: '<report>',
  summary: 'change one of your reports, by name or id: what it is of, when, where to; or turn it on and off',
  options: [
    flag('--name <name>', 'its name'),
    ...reportFlags(),
    flag('--state <state>', 'on, or off; one that stopped goes on from now'),
  ],
  examples: ['report set Hours --on weekdays --at 9:00', 'report set Hours --of month', 'report set Hours --state off'],
  run: async ({ report: which = '', name, state, ...options }: Options, context) => {
    if (state !== undefined && state !== 'on' && state !== 'off') throw usageError('--state is on or off.')
    const report = await findReport(which, context)
    const text = await changeReport(report, options, context)
    const studio = await findStudio(context)
    const { mail: hasMail } = await context.loadHost()
    const gateway = await context.loadGateway()
    const isActive = state === undefined ? report.isActive : state === 'on'
    const changed = { ...text, id: report.id, name: name ?? report.name, isActive, studioId: studio.id, hasMail }
    const saved = await saveReport(changed, { gateway })
    // A report that now goes to a program is signed from now on.
    const isNew = canBeSigned(saved) && !saved.isSigned
    const signed = isNew ? await renewReportSecret({ id: saved.id, isAtOnce: true }, { gateway }) : undefined
    context.printRecord({ ...toReportRow(saved), secret: signed?.secret ?? null })
    if (signed !== undefined) context.say('Keep the secret: it cannot be read again.')
  },
})
