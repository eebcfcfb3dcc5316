import { Image } from 'lucide-react'
import { useEffect } from 'react'
import { isTooLargeToPreview, explainNoPreview } from '#core/revisions/explain-no-preview.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import styles from './media-viewer.module.css'
import { useViewer } from './use-viewer.ts'
import { offerPreview } from './viewer-store.ts'

/** Says why a picture has no preview and will not get one by itself, and offers to make one if this browser can. */
export function MissingPreview({ media }: { readonly media: MediaRow }) {
  const { previewing } = useViewer()
  const { client, studio } = clientStore.get()
  const isOffered = isTooLargeToPreview(media) && client?.posters !== undefined && studio?.can('revisions') === true
  useEffect(() => (isOffered ? offerPreview(media) : undefined), [isOffered, media])
  const reason = explainNoPreview(media)
  if (reason === undefined) return null
  if (previewing === media.id) return <output className={styles['fileFacts']}>Making a preview…</output>
  return (
    <>
      <p className={styles['fileFacts']}>{reason}</p>
      {isOffered && (
        <p className={styles['fileActions']}>
          <button type="button" className={styles['fileLink']} onClick={() => void runCommand('viewer.make-preview')}>
            <Image aria-hidden="true" /> Make a preview here
          </button>
        </p>
      )}
    </>
  )
}
