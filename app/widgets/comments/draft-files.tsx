import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import type { TaskId } from '#core/lib/ids.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { changeDraft, removeFile } from './composer-store.ts'
import styles from './composer.module.css'
import { moveFile, type DraftFile } from './draft.ts'

type DraftFilesProps = {
  readonly taskId: TaskId
  readonly files: readonly DraftFile[]
  readonly isPosting: boolean
}

/** The files that go with a post, in their order, and how far each has got. */
export function DraftFiles({ taskId, files, isPosting }: DraftFilesProps) {
  const [dragged, setDragged] = useState<number>()
  if (files.length === 0) return null
  const move = (from: number, to: number): void => changeDraft(taskId, { files: moveFile(files, from, to) })
  return (
    <ol className={styles['files']} aria-label="Files to post">
      {files.map((file, index) => (
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
          {!isPosting && (
            <span className={styles['fileActions']}>
              {files.length > 1 && (
                <>
                  <IconButton
                    label={`Move ${file.name} forward`}
                    variant="ghost"
                    size="small"
                    isDisabled={index === 0}
                    icon={<ChevronLeft aria-hidden="true" />}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    label={`Move ${file.name} back`}
                    variant="ghost"
                    size="small"
                    isDisabled={index === files.length - 1}
                    icon={<ChevronRight aria-hidden="true" />}
                    onClick={() => move(index, index + 1)}
                  />
                </>
              )}
              <IconButton
                label={`Remove ${file.name}`}
                variant="ghost"
                size="small"
                icon={<X aria-hidden="true" />}
                onClick={() => removeFile(taskId, file.id)}
              />
            </span>
          )}
          {isPosting && <ProgressBar label={`Uploading ${file.name}`} value={progressOf(file)} />}
        </li>
      ))}
    </ol>
  )
}

function progressOf({ isSent, sentBytes, blob }: DraftFile): number {
  return isSent ? 1 : sentBytes / Math.max(1, blob.size)
}

function progressText(file: DraftFile, isPosting: boolean): string {
  if (!isPosting) return formatBytes(file.blob.size)
  return file.isSent ? 'Sent' : `${Math.round(progressOf(file) * 100)} %`
}
