import { Film } from 'lucide-react'
import { useEffect } from 'react'
import type { MediaRow } from '#core/schema/media.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useHasMediaWorker } from '#app/widgets/use-has-media-worker.ts'
import styles from './media-viewer.module.css'
import { useViewer } from './use-viewer.ts'
import { offerCopy } from './viewer-store.ts'

/**
 * Offers to make a film's proxy here, and shows the progress: for films this browser cannot play, where no media worker
 * makes one.
 */
export function CopyOffer({ media }: { readonly media: MediaRow }) {
  const { copying } = useViewer()
  const isFilm = mediaKindOf(media.contentType) === 'video' && media.isStored && media.proxyMediaId === undefined
  const hasWorker = useHasMediaWorker(isFilm)
  const { client, studio } = clientStore.get()
  const canMake = client?.makeProxy !== undefined && studio?.can('revisions') === true
  const isOffered = isFilm && hasWorker === false && canMake
  useEffect(() => (isOffered ? offerCopy(media) : undefined), [isOffered, media])
  if (copying?.id === media.id)
    return (
      <output className={styles['fileFacts']}>{`Making a copy that plays everywhere… ${copying.percent} %`}</output>
    )
  if (!isOffered || copying !== undefined) return null
  return (
    <p className={styles['fileActions']}>
      <button type="button" className={styles['fileLink']} onClick={() => void runCommand('viewer.make-copy')}>
        <Film aria-hidden="true" /> Make a copy that plays everywhere
      </button>
    </p>
  )
}
