import { newId, toId, type SpaceViewId } from '#core/lib/ids.ts'
import {
  canBeSigned,
  deleteReport,
  readDays,
  readTime,
  renewReportSecret,
  reportPeriods,
  saveReport,
  sendReport,
  type NewReport,
  type Report,
} from '#core/reports/manage-reports.ts'
import { reportsQuery } from '#core/reports/queries.ts'
import { webhookForms } from '#core/webhooks/manage-webhooks.ts'
import { defineWith, type ArgumentPage } from '#app/commands/define-command.ts'
import { configStore } from '#app/stores/config-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { countMade, editReport, reportStore, showSecret } from './report-store.ts'
import { askOldSecret } from './secret-arguments.ts'
import { copyText } from '#app/lib/copy-text.ts'

const defineInSettings = defineWith({ group: 'Studio', scope: 'dialog', keywords: ['report'] })
const defineInDialog = defineWith({ group: 'Studio', scope: 'dialog', isKeyOnly: true })

/** The prefix of a saved view's id in the form's choices. */
export const viewChoice = 'view:'

const askReport: ArgumentPage = {
  id: 'report',
  placeholder: 'Report',
  options: () => getReports().map(({ id, name }) => ({ value: id, label: name })),
  empty: 'You have no reports yet.',
}

/** The commands for the person's own reports: create, edit, send, switch, renew the secret, delete. */
export const reportCommands = [
  defineInDialog({
    id: 'report.create',
    title: 'Create the report',
    run: async (_context, typed) => {
      if (await saveTyped({ id: newId(), isActive: true }, typed)) countMade()
    },
  }),
  defineInSettings({
    id: 'report.edit',
    title: 'Change a report…',
    args: [askReport],
    run: (_context, [id = '']) => editReport(reportStore.editedId === id ? undefined : id),
  }),
  defineInDialog({
    id: 'report.save',
    title: 'Save the report',
    run: async (_context, [id = '', ...typed]) => {
      const report = findReport(id)
      if (report !== undefined && (await saveTyped(report, typed))) editReport(undefined)
    },
  }),
  defineInSettings({
    id: 'report.send',
    title: 'Send a report now…',
    args: [askReport],
    run: async (_context, [id = '']) => {
      await sendReport(id, getStudio().client)
      showToast({ text: 'The report is on its way.' })
      await askAgain()
    },
  }),
  defineInSettings({
    id: 'report.switch',
    title: 'Turn a report on or off…',
    args: [askReport],
    run: async (_context, [id = '']) => {
      const report = findReport(id)
      if (report !== undefined) await save({ ...report, isActive: !report.isActive })
    },
  }),
  defineInSettings({
    id: 'report.renew-secret',
    title: 'Renew the secret of a report…',
    args: [askReport, askOldSecret],
    run: async (_context, [id = '', old = 'day']) => {
      const report = findReport(id)
      if (report !== undefined) await renew(report, old === 'now')
    },
  }),
  defineInDialog({
    id: 'report.copy-secret',
    title: 'Copy the secret',
    run: async () => {
      if (reportStore.made === undefined) return
      await copyText(reportStore.made.secret)
      showToast({ kind: 'success', text: 'Secret copied.' })
    },
  }),
  defineInDialog({
    id: 'report.delete',
    title: 'Delete the report',
    run: async (_context, [id = '']) => {
      await deleteReport(id, getStudio().client)
      showSecret(undefined)
      await askAgain()
    },
  }),
]

/** Saves a report from the typed texts; returns whether they could be read. */
async function saveTyped(
  report: Pick<NewReport, 'id' | 'isActive'>,
  [name = '', of = '', on = '', at = '', url = '', wanted = '']: readonly string[],
): Promise<boolean> {
  const [days, atTime] = [readDays(on), readTime(at)]
  if (days === undefined || atTime === undefined) {
    const text = days === undefined ? `“${on}” is not a list of days.` : `“${at}” is not a time.`
    showToast({ kind: 'error', text })
    return false
  }
  const viewId = of.startsWith(viewChoice) ? toId<SpaceViewId>(of.slice(viewChoice.length)) : undefined
  const period = viewId === undefined ? (reportPeriods.find((known) => known === of) ?? 'week') : undefined
  const form = webhookForms.find((known) => known === wanted) ?? 'standard'
  const { id, isActive } = report
  const saved = await save({ id, isActive, name, period, viewId, days, atTime, url, form })
  // A report that now goes to a program is signed from now on.
  if (canBeSigned(saved) && !saved.isSigned) await renew(saved, true)
  return true
}

async function save(report: NewReport): Promise<Report> {
  const { client, studio } = getStudio()
  const hasMail = configStore.config?.hasMail === true
  const saved = await saveReport({ ...report, studioId: studio.studioId, hasMail }, client)
  await askAgain()
  return saved
}

async function renew({ id, name }: Pick<Report, 'id' | 'name'>, isAtOnce: boolean): Promise<void> {
  const { secret, oldUntil } = await renewReportSecret({ id, isAtOnce }, getStudio().client)
  showSecret({ name, secret, isOldValid: oldUntil !== undefined })
  await askAgain()
}

function getReports(): readonly Report[] {
  return getPage(reportsQuery({ studioId: getStudio().studio.studioId })).rows
}

function findReport(id: string): Report | undefined {
  return getReports().find((one) => one.id === id)
}

async function askAgain(): Promise<void> {
  const { client, studio } = getStudio()
  await client.pages.refresh(reportsQuery({ studioId: studio.studioId }))
}
