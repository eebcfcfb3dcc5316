import { CloudUpload } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { syncStore } from '#app/stores/sync-store.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { UploadRow } from './upload-row.tsx'
import { uploadTotals } from './upload-words.ts'
import styles from './uploads.module.css'
import { setUploadsOpen } from './uploads-store.ts'
import { useUploads } from './use-uploads.ts'

/** All uploads, with actions for each and for all. */
export function UploadsPanel() {
  const entries = useUploads()
  const { isOnline } = useSnapshot(syncStore)
  return (
    <Dialog
      isOpen
      title="Uploads"
      width={560}
      onClose={() => setUploadsOpen(false)}
      {...(entries.length > 0 && { footer: <AllActions /> })}
    >
      {entries.length === 0 ? (
        <EmptyState
          icon={<CloudUpload />}
          title="No uploads"
          text="Files you post wait here until the server has them, even through a reload or days offline."
        />
      ) : (
        <>
          <Totals />
          <ul className={styles['list']} aria-label="Files">
            {entries.map((entry) => (
              <UploadRow key={entry.id} entry={entry} isOnline={isOnline} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function Totals() {
  const { count, doneCount, sizeBytes, sentBytes, bytesPerSecond } = uploadTotals(useUploads())
  const { isOnline } = useSnapshot(syncStore)
  const speed = isOnline && bytesPerSecond > 0 ? ` · ${formatBytes(bytesPerSecond)}/s` : ''
  return (
    <div className={styles['totals']}>
      <output className={styles['sum']} aria-label="Progress of all uploads">
        {doneCount} of {count} sent
      </output>
      <span className={styles['words']}>
        {formatBytes(sentBytes)} of {formatBytes(sizeBytes)}
        {speed}
      </span>
      <ProgressBar label="All uploads" value={sizeBytes === 0 ? 1 : sentBytes / sizeBytes} />
    </div>
  )
}

/** The actions for all uploads, each shown only if it applies to one. */
function AllActions() {
  const entries = useUploads()
  const open = entries.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  const canPause = open.some(({ isPaused, state }) => !isPaused && state !== 'failed')
  const canResume = open.some(({ isPaused, state, error }) => isPaused || state === 'failed' || error !== undefined)
  return (
    <div className={styles['all']}>
      {entries.length > open.length && (
        <CommandButton command="uploads.clear-done" variant="ghost" size="small">
          Clear finished
        </CommandButton>
      )}
      {open.length > 0 && (
        <CommandButton command="uploads.cancel-all" variant="ghost" size="small">
          Cancel all
        </CommandButton>
      )}
      {canPause && (
        <CommandButton command="uploads.pause-all" size="small">
          Pause all
        </CommandButton>
      )}
      {canResume && (
        <CommandButton command="uploads.resume-all" size="small" variant="primary">
          Resume all
        </CommandButton>
      )}
    </div>
  )
}
