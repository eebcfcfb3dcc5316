import type { MediaRow } from '#core/schema/media.ts'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import styles from './media-viewer.module.css'
import { offerRemake } from './viewer-store.ts'

type PreviewStateProps = { readonly media: Pick<MediaRow, 'id' | 'previewPercent' | 'previewProblem'> }

/** How far a media worker is with what browsers can show of a file, or why it could not make that. */
export function PreviewState({ media: { id, previewPercent, previewProblem } }: PreviewStateProps) {
  const isUnmade = previewProblem !== undefined
  useEffect(() => (isUnmade ? offerRemake(id) : undefined), [id, isUnmade])
  if (previewPercent !== undefined)
    return <output className={styles['fileFacts']}>{`Making a preview… ${previewPercent} %`}</output>
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
