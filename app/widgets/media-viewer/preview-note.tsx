import type { MediaRow } from '#core/schema/media.ts'
import styles from './transport.module.css'
import { useViewer } from './use-viewer.ts'

type PreviewNoteProps = { readonly media: Pick<MediaRow, 'previewNote'> }

/** What somebody who looks at a proxy has to know of it: frames that are missing, light that was changed. */
export function PreviewNote({ media: { previewNote } }: PreviewNoteProps) {
  const { isOriginal } = useViewer()
  return previewNote !== undefined && !isOriginal && <p className={styles['note']}>{previewNote}</p>
}
