import { useSnapshot } from 'valtio'
import { syncStatusOf, syncStore, type SyncStatus } from '#app/stores/sync-store.ts'
import { Popover } from '#app/ui/popover.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { classNames } from '#app/lib/class-names.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { PendingChanges } from './pending-changes.tsx'
import styles from './sync-state.module.css'

const words: Readonly<Record<SyncStatus, string>> = {
  synced: 'Synced',
  syncing: 'Syncing',
  offline: 'Offline',
  reconnecting: 'Reconnecting',
  attention: 'Not saved',
  unkept: 'Not kept',
}

/** Shows the sync state of the person's changes in one word that opens their list. */
export function SyncState() {
  const sync = useSnapshot(syncStore)
  const status = syncStatusOf(sync)
  const word =
    sync.pendingUploads > 0 && status === 'syncing' ? `Uploading ${percent(sync.uploadProgress)}` : words[status]
  return (
    <>
      <output className="visually-hidden">{status === 'syncing' ? '' : words[status]}</output>
      <Popover
        label="Changes"
        align="end"
        trigger={
          <button type="button" className={styles['state']} aria-label={`${word}. Show changes`}>
            <span className={classNames(styles['dot'], styles[status])} aria-hidden="true" />
            <span className={styles['word']}>{word}</span>
          </button>
        }
      >
        {(sync.keepsNothing || sync.unkeptWrites > 0) && (
          <p className={styles['note']}>
            This device cannot store anything. Changes that have not been sent are lost when this window closes.
          </p>
        )}
        {sync.isRefetched && <p className={styles['note']}>Outdated data on this device was reloaded.</p>}
        {sync.pendingUploads > 0 && <ProgressBar label="Uploads" value={sync.uploadProgress} />}
        {sync.pendingUploads + sync.heldUploads + sync.failedUploads > 0 && (
          <CommandButton command="uploads.open" size="small" variant="ghost">
            {toUploadWords(sync)}
          </CommandButton>
        )}
        <PendingChanges />
      </Popover>
    </>
  )
}

/** Says how many files wait, and why those that are held do not move. */
function toUploadWords(sync: Pick<typeof syncStore, 'pendingUploads' | 'heldUploads' | 'failedUploads'>): string {
  const parts = [
    sync.pendingUploads > 0 ? `${sync.pendingUploads} uploading` : '',
    sync.heldUploads > 0 ? `${sync.heldUploads} paused` : '',
    sync.failedUploads > 0 ? `${sync.failedUploads} failed` : '',
  ]
  return `Uploads: ${parts.filter((part) => part !== '').join(', ')}`
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}
