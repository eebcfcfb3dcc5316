import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import type { TaskId } from '#core/lib/ids.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { changeDraft, removeFile } from './composer-store.ts'
import styles from './composer.module.css'
import { useUnshownFiles } from './unshown-files.ts'
import { moveFile, type DraftFile } from './draft.ts'

type DraftFilesProps = {
  readonly taskId: TaskId
  readonly files: readonly DraftFile[]
  readonly isPosting: boolean
}

/** The files of a post in order, with their upload progress. */
export function DraftFiles({ taskId, files, isPosting }: DraftFilesProps) {
  const [dragged, setDragged] = useState<number>()
  const unshown = useUnshownFiles(files)
  if (files.length === 0) return null
  const move = (from: number, to: number): void => changeDraft(taskId, { files: moveFile(files, from, to) })
  return (
    <ol className={styles['files']} aria-label="Files to post">
      {files.map((file, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragged with a pointer; its buttons do the same by key
        <li
          key={file.id}
          className={styles['file']}
          draggable={!isPosting}
          onDragStart={() => setDragged(index)}
          onDragOver={(event) => {
            if (dragged !== undefined) event.preventDefault()
          }}
          onDrop={(event) => {
            if (dragged === undefined) return
            event.preventDefault()
            event.stopPropagation()
            move(dragged, index)
            setDragged(undefined)
          }}
          onDragEnd={() => setDragged(undefined)}
        >
          <span className={styles['fileName']}>{file.name}</span>
          <span className={styles['fileSize']}>{file.error ?? progressText(file, isPosting)}</span>
          {isPosting ? (
            <ProgressBar label={`Uploading ${file.name}`} value={progressOf(file)} />
          ) : (
            <FileActions
              name={file.name}
              onForward={index === 0 ? undefined : () => move(index, index - 1)}
              onBack={index === files.length - 1 ? undefined : () => move(index, index + 1)}
              onRemove={() => removeFile(taskId, file.id)}
            />
          )}
          {unshown.has(file.id) && <span className={styles['fileNote']}>{unshown.get(file.id)}</span>}
        </li>
      ))}
    </ol>
  )
}

type FileActionsProps = {
  readonly name: string
  /** Absent if it is at the end. */
  readonly onForward: (() => void) | undefined
  readonly onBack: (() => void) | undefined
  readonly onRemove: () => void
}

function FileActions({ name, onForward, onBack, onRemove }: FileActionsProps) {
  const look = { variant: 'ghost', size: 'small' } as const
  return (
    <span className={styles['fileActions']}>
      {onForward !== undefined && (
        <IconButton {...look} label={`Move ${name} up`} icon={<ChevronUp aria-hidden="true" />} onClick={onForward} />
      )}
      {onBack !== undefined && (
        <IconButton {...look} label={`Move ${name} down`} icon={<ChevronDown aria-hidden="true" />} onClick={onBack} />
      )}
      <IconButton {...look} label={`Remove ${name}`} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </span>
  )
}

function progressOf({ isSent, sentBytes, blob }: DraftFile): number {
  return isSent ? 1 : sentBytes / Math.max(1, blob.size)
}

function progressText(file: DraftFile, isPosting: boolean): string {
  if (!isPosting) return formatBytes(file.blob.size)
  return file.isSent ? 'Sent' : `${Math.round(progressOf(file) * 100)} %`
}
