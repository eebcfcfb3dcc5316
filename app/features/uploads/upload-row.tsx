import { Pause, Play, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import type { UploadEntry } from '#core/sync/uploads/ports.ts'
import { classNames } from '#app/lib/class-names.ts'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { uploadWords } from './upload-words.ts'
import styles from './uploads.module.css'

type UploadRowProps = { readonly entry: UploadEntry; readonly isOnline: boolean }

/** One upload: file name, state and actions. */
export const UploadRow = memo(function UploadRow({ entry, isOnline }: UploadRowProps) {
  const { fileName, state, isPaused, isKept, sizeBytes, sentBytes, error } = entry
  const isOver = state === 'done' || state === 'cancelled'
  return (
    <li className={styles['row']}>
      <span className={styles['name']} title={fileName}>
        {fileName}
      </span>
      {!isOver && <Actions entry={entry} />}
      <span className={classNames(styles['words'], (state === 'failed' || error !== undefined) && styles['bad'])}>
        {uploadWords(entry, isOnline)}
      </span>
      {!isOver && state !== 'failed' && (
        <span className={classNames(styles['bar'], isPaused && styles['held'])}>
          <ProgressBar label={`Uploading ${fileName}`} value={sentBytes / Math.max(1, sizeBytes)} />
        </span>
      )}
      {!isKept && !isOver && (
        <span className={styles['warning']}>This device has no space to keep the file: leave this tab open.</span>
      )}
    </li>
  )
})

function Actions({ entry }: { readonly entry: UploadEntry }) {
  const { id, fileName, isPaused, state } = entry
  const look = { variant: 'ghost', size: 'small', args: [id] } as const
  const mayRetry = state === 'failed' || (!isPaused && entry.error !== undefined)
  return (
    <span className={styles['actions']}>
      {mayRetry && (
        <CommandIconButton
          {...look}
          command="uploads.resume"
          label={`Retry ${fileName}`}
          icon={<RotateCw aria-hidden="true" />}
        />
      )}
      {!mayRetry && (
        <CommandIconButton
          {...look}
          command={isPaused ? 'uploads.resume' : 'uploads.pause'}
          label={`${isPaused ? 'Resume' : 'Pause'} ${fileName}`}
          icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        />
      )}
      <CommandIconButton
        {...look}
        command="uploads.cancel"
        label={`Cancel ${fileName}`}
        icon={<X aria-hidden="true" />}
      />
    </span>
  )
}
