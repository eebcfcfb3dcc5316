import { readDays, readTime, reportPeriods, type NewReport } from '#core/reports/manage-reports.ts'
import { webhookForms } from '#core/webhooks/manage-webhooks.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { flag, flagOf } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'

/** The flags that describe a report. */
export type ReportOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly of?: string
  readonly view?: string
  readonly on?: string
  readonly at?: string
  readonly url?: string
  readonly form?: string
}

/** Returns a report's flags, with defaults for a new one. */
export function reportFlags(initial: { readonly on?: string; readonly at?: string; readonly form?: string } = {}) {
  const by = (otherwise: string | undefined) => (otherwise === undefined ? {} : { default: otherwise })
  return [
    flagOf('--of <period>', 'save_report.p_period'),
    flag('--view <name>', 'a saved view instead; --space says where, if several have this name'),
    flag('--on <days>', 'daily, weekdays, or days such as mon,thu', by(initial.on)),
    flag('--at <time>', 'when, by the clock of the time zone in your settings', by(initial.at)),
    flag('--url <address>', 'where it is posted, or mail; for whoever manages the studio’s users'),
    flagOf('--form <form>', 'save_report.p_form', { isOptional: initial.form === undefined, ...by(initial.form) }),
  ]
}

type ReportText = Omit<NewReport, 'id' | 'name' | 'isActive'>

/** Returns a report with the flags' changes; errors say what is allowed. */
export async function changeReport(report: ReportText, options: ReportOptions, context: Context): Promise<ReportText> {
  const { of, on, at } = options
  if (of !== undefined && options.view !== undefined) throw usageError('Pass --of or --view, not both.')
  const period = reportPeriods.find((known) => known === of)
  if (of !== undefined && period === undefined)
    throw usageError(`There is no report of "${of}".`, `Use ${reportPeriods.join(', ')}.`)
  const form = webhookForms.find((known) => known === (options.form ?? report.form))
  if (form === undefined)
    throw usageError(`There is no form "${options.form ?? ''}".`, `Use ${webhookForms.join(', ')}.`)
  const days = on === undefined ? report.days : readDays(on)
  if (days === undefined) throw usageError(`"${on ?? ''}" is not a list of days.`, 'Write daily, weekdays or mon,thu.')
  const atTime = at === undefined ? report.atTime : readTime(at)
  if (atTime === undefined) throw usageError(`"${at ?? ''}" is not a time.`, 'Write it like 08:30.')
  const url = options.url === undefined ? report.url : options.url === 'mail' ? '' : options.url
  if (options.url !== undefined && url !== '' && !URL.canParse(url))
    throw usageError(`"${url}" is not an address.`, 'It begins with https://, or is mail.')
  const viewId = options.view === undefined ? undefined : await findViewId(options.view, options, context)
  const isOther = period !== undefined || viewId !== undefined
  return {
    period: isOther ? period : report.period,
    viewId: isOther ? viewId : report.viewId,
    days,
    atTime,
    url,
    form,
  }
}

async function findViewId(which: string, options: ReportOptions, context: Context) {
  const [{ loadStudio }, { listSpaces }, { pickOne }] = await Promise.all([
    import('#cli/select/load-studio.ts'),
    import('#cli/select/load-tasks.ts'),
    import('#cli/select/pick.ts'),
  ])
  const studio = await loadStudio(await context.openClient(), context)
  const views = listSpaces(studio, options).flatMap(({ id }) => studio.getSpaceViews(id))
  return pickOne(views, which, { one: 'view', many: 'views' }).id
}
