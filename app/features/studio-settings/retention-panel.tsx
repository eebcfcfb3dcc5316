import { useSnapshot } from 'valtio'
import { retentionQuery } from '#core/events/retention.ts'
import { countOf } from '#core/lib/text.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { dialogSection } from '#app/widgets/dialog-section.ts'
import { usePage } from '#app/widgets/use-page.ts'
import { NativeSelect } from './native-select.tsx'
import { retentionChoices } from './retention-commands.ts'
import { askToForget, settingsStore } from './settings-store.ts'
import styles from './studio-settings.module.css'

/** The studio's activity, and how long it is kept, which owners set. */
export function RetentionPanel({ studio }: { readonly studio: StudioReplica }) {
  const { studioId } = studio
  const { forgetting } = useSnapshot(settingsStore)
  const kept = usePage(retentionQuery({ studioId })).rows[0]?.days
  const choices = [...new Set([...retentionChoices, ...(kept === undefined ? [] : [kept])])].toSorted((a, b) => a - b)
  return (
    <section ref={dialogSection} className={styles['panel']} aria-label="Activity and audit log">
      <header className={styles['panelHeader']}>
        <h3 className={styles['heading']}>Activity and audit log</h3>
        <span className={styles['note']}>Older events are deleted.</span>
        {kept !== undefined && (
          <NativeSelect
            label="Events are kept for"
            value={String(kept)}
            isDisabled={studio.replica.findAccess()?.level !== 1}
            options={choices.map((days) => ({ value: String(days), label: countOf(days, 'day') }))}
            onChange={(days) => void runCommand('settings.keep-events', { args: [days] })}
          />
        )}
        <CommandButton command="settings.activity">Open</CommandButton>
      </header>
      <AlertDialog
        isOpen={forgetting !== undefined}
        title={`Keep events for ${forgetting} days?`}
        description={`Events that are older are deleted for good, from the audit log too. ${kept} days are kept now.`}
        confirmLabel="Delete older events"
        tone="danger"
        onConfirm={() => void runCommand('settings.keep-events', { args: [String(forgetting), 'yes'] })}
        onCancel={() => askToForget(undefined)}
      />
    </section>
  )
}
