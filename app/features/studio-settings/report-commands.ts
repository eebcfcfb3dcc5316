import { proxy } from 'valtio/vanilla'
import { newId } from '#core/lib/ids.ts'
import {
  deleteReport,
  readDays,
  readTime,
  reportPeriods,
  saveReport,
  sendReport,
  type Report,
} from '#core/reports/manage-reports.ts'
import { reportsQuery } from '#core/reports/queries.ts'
import { webhookForms } from '#core/webhooks/manage-webhooks.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import { configStore } from '#app/stores/config-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { getPage } from '#app/widgets/use-page.ts'

const inDialog = { group: 'Studio', scope: 'dialog', isKeyOnly: true } as const
const state = proxy({ madeCount: 0 })

/** How many reports were made here: each time the form is empty again, and at no other. */
export const reportStore: DeepReadonly<typeof state> = state

/** The current person's reports: made, sent at once, turned off and on, deleted. */
export const reportCommands = [
  defineCommand({
    ...inDialog,
    id: 'report.create',
    title: 'Create the report',
    run: async (_context, [name = '', of = '', on = '', at = '', url = '', wanted = '']) => {
      const [days, atTime] = [readDays(on), readTime(at)]
      if (days === undefined || atTime === undefined) {
        const text = days === undefined ? `“${on}” is no list of days.` : `“${at}” is no time.`
        showToast({ kind: 'error', text })
        return
      }
      await save({
        id: newId(),
        name,
        period: reportPeriods.find((known) => known === of) ?? 'week',
        days,
        atTime,
        url,
        form: webhookForms.find((known) => known === wanted) ?? 'standard',
        isActive: true,
      })
      state.madeCount += 1
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'report.send',
    title: 'Send the report now',
    run: async (_context, [id = '']) => {
      await sendReport(id, getStudio().client)
      showToast({ text: 'The report is on its way.' })
      await askAgain()
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'report.switch',
    title: 'Turn the report on or off',
    run: async (_context, [id = '']) => {
      const report = getPage(reportsQuery({ studioId: getStudio().studio.studioId })).rows.find((one) => one.id === id)
      if (report !== undefined) await save({ ...report, isActive: !report.isActive })
    },
  }),
  defineCommand({
    ...inDialog,
    id: 'report.delete',
    title: 'Delete the report',
    run: async (_context, [id = '']) => {
      await deleteReport(id, getStudio().client)
      await askAgain()
    },
  }),
]

async function save(report: Omit<Report, 'stopped' | 'due' | 'last'>): Promise<void> {
  const { client, studio } = getStudio()
  await saveReport({ ...report, studioId: studio.studioId, hasMail: configStore.config?.hasMail === true }, client)
  await askAgain()
}

async function askAgain(): Promise<void> {
  const { client, studio } = getStudio()
  await client.pages.refresh(reportsQuery({ studioId: studio.studioId }))
}
