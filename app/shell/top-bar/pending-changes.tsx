import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { OutboxEntry } from '#core/sync/ports.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { profileStore } from '#app/stores/profile-store.ts'
import { Button } from '#app/ui/button.tsx'
import { useStudioClient } from '#app/widgets/use-client.ts'
import styles from './pending-changes.module.css'

const nothing: readonly OutboxEntry[] = []

/** Lists changes that have not reached the server: waiting, or refused and awaiting a decision. */
export function PendingChanges() {
  const outbox = useStudioClient()?.outbox
  const entries = useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => undefined),
    () => outbox?.getEntries() ?? nothing,
  )
  const open = entries.filter(({ state }) => state !== 'sent')
  const { wished } = useSnapshot(profileStore)
  if (open.length === 0 && wished === undefined) return <p className={styles['none']}>Everything is saved.</p>
  return (
    <ul className={styles['list']}>
      {wished !== undefined && (
        <li className={styles['entry']}>
          <span className={styles['label']}>Your profile</span>
          <span className={styles['note']}>Waiting to be sent</span>
        </li>
      )}
      {open.map(({ id, label, state, error }) => (
        <li key={id} className={styles['entry']}>
          <span className={styles['label']}>{label}</span>
          <span className={state === 'refused' ? styles['error'] : styles['note']}>
            {state === 'refused' ? (error?.message ?? 'Refused') : 'Waiting to be sent'}
          </span>
          {state === 'refused' && (
            <span className={styles['actions']}>
              <Button size="small" onClick={() => void runCommand('changes.retry', { args: [id] })}>
                Retry
              </Button>
              <Button size="small" variant="ghost" onClick={() => void runCommand('changes.dismiss', { args: [id] })}>
                Dismiss
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
