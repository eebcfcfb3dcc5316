import { newId } from '#core/lib/ids.ts'
import { readDays, readTime, reportPeriods, saveReport } from '#core/reports/manage-reports.ts'
import { webhookForms } from '#core/webhooks/manage-webhooks.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag, flagOf } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { toReportRow } from './to-report-row.ts'

type Options = {
  readonly name?: string
  readonly of: string
  readonly on: string
  readonly at: string
  readonly url?: string
  readonly form: string
}

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'have the timesheet that you may see sent by itself as CSV: mailed to you, or posted to an address',
  options: [
    flagOf('--of <period>', 'save_report.p_period', { default: 'week' }),
    flag('--on <days>', 'daily, weekdays, or days such as mon,thu', { default: 'mon' }),
    flag('--at <time>', 'when, by the clock of the time zone in your settings', { default: '08:00' }),
    flag('--url <address>', 'where it is posted instead; for whoever manages the studio’s users'),
    flagOf('--form <form>', 'save_report.p_form'),
  ],
  examples: ['report create "Hours" --of week --on mon --at 08:30 --url https://farm.example/hours'],
  run: async (options: Options, context) => {
    const { name = '', url = '' } = options
    const period = reportPeriods.find((known) => known === options.of)
    const form = webhookForms.find((known) => known === options.form)
    const days = readDays(options.on)
    const atTime = readTime(options.at)
    if (period === undefined)
      throw usageError(`There is no report of "${options.of}".`, `Use ${reportPeriods.join(', ')}.`)
    if (form === undefined) throw usageError(`There is no form "${options.form}".`, `Use ${webhookForms.join(', ')}.`)
    if (days === undefined) throw usageError(`"${options.on}" is no list of days.`, 'Write daily, weekdays or mon,thu.')
    if (atTime === undefined) throw usageError(`"${options.at}" is no time.`, 'Write it like 08:30.')
    if (url !== '' && !URL.canParse(url)) throw usageError(`"${url}" is no address.`, 'It begins with https://.')
    const studio = await findStudio(context)
    const { mail: hasMail } = await context.loadHost()
    const report = { id: newId(), name, period, days, atTime, url, form, isActive: true }
    const made = await saveReport({ ...report, studioId: studio.id, hasMail }, { gateway: await context.loadGateway() })
    context.printRecord(toReportRow(made))
  },
})
