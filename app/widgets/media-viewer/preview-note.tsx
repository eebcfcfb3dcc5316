import type { MediaRow } from '#core/schema/media.ts'
import styles from './transport.module.css'
import { useViewer } from './use-viewer.ts'

type PreviewNoteProps = { readonly media: Pick<MediaRow, 'previewNote'> }

/** What viewers of a proxy need to know: missing frames, changed light. */
export function PreviewNote({ media: { previewNote } }: PreviewNoteProps) {
  const { isOriginal } = useViewer()
  return previewNote !== undefined && !isOriginal && <p className={styles['note']}>{previewNote}</p>
}
