import { retentionQuery, setRetention } from '#core/events/retention.ts'
import { countOf } from '#core/lib/text.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { askToForget, settingsStore } from './settings-store.ts'

/** The offered numbers of days to keep events. */
export const retentionChoices = [30, 90, 180, 400, 800, 1825, 3650]

export const retentionCommands = [
  defineCommand({
    id: 'settings.keep-events',
    title: 'Keep events for…',
    group: 'Studio',
    scope: 'dialog',
    keywords: ['retention', 'audit log', 'activity'],
    args: [
      {
        id: 'days',
        placeholder: 'Days',
        options: () => retentionChoices.map((days) => ({ value: String(days), label: countOf(days, 'day') })),
      },
    ],
    when: () => settingsStore.isOpen && getStudio().studio.replica.findAccess()?.level === 1,
    run: async (_context, [text = '', answer]) => {
      const { client, studio } = getStudio()
      const question = retentionQuery({ studioId: studio.studioId })
      const days = Number(text)
      // Events dropped by a shorter period cannot be restored.
      if (days < (getPage(question).rows[0]?.days ?? Number.POSITIVE_INFINITY) && answer !== 'yes') {
        askToForget(days)
        return
      }
      askToForget(undefined)
      await setRetention({ studioId: studio.studioId, days }, client)
      await client.pages.refresh(question)
      showToast({ kind: 'success', text: `Events are kept for ${countOf(days, 'day')}.` })
    },
  }),
]
