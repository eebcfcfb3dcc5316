import type { MediaRow } from '#core/schema/media.ts'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { useHasMediaWorker } from '#app/widgets/use-has-media-worker.ts'
import styles from './media-viewer.module.css'
import { offerRemake } from './viewer-store.ts'

type PreviewStateProps = {
  readonly media: Pick<MediaRow, 'id' | 'previewPercent' | 'previewProblem' | 'previewWaits'>
}

/** Shows a media worker's progress on a file's proxy or preview, or why it could not make one. */
export function PreviewState({ media: { id, previewPercent, previewProblem, previewWaits } }: PreviewStateProps) {
  const isUnmade = previewProblem !== undefined
  const hasWorker = useHasMediaWorker(previewWaits)
  useEffect(() => (isUnmade ? offerRemake(id) : undefined), [id, isUnmade])
  if (previewPercent !== undefined)
    return <output className={styles['fileFacts']}>{`Making a preview… ${previewPercent} %`}</output>
  if (previewWaits && hasWorker !== undefined)
    return (
      <output className={styles['fileFacts']}>
        {hasWorker ? 'Its preview is waiting for its turn.' : 'There is no media worker to make its preview.'}
      </output>
    )
  if (!isUnmade) return null
  return (
    <>
      <p className={styles['fileFacts']}>{`No preview could be made. ${previewProblem}.`}</p>
      <p className={styles['fileActions']}>
        <button type="button" className={styles['fileLink']} onClick={() => void runCommand('viewer.remake-preview')}>
          <RotateCw aria-hidden="true" /> Retry
        </button>
      </p>
    </>
  )
}
