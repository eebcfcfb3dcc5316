import { mediaKindOf, isShownInPlace } from '#core/domain/media-kind.ts'
import type { MediaRow } from '#core/domain/rows.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { AudioView } from './audio-view.tsx'
import { DocumentView } from './document-view.tsx'
import { FileView } from './file-view.tsx'
import { ImageView } from './image-view.tsx'
import styles from './media-viewer.module.css'
import { setViewerStage } from './viewer-store.ts'
import { VideoView } from './video-view.tsx'

export type MediaViewProps = { readonly media: MediaRow; readonly urls: MediaUrls | undefined }

type MediaViewerProps = MediaViewProps & {
  /** False for a moment: what one presses is drawn once there is something to see. Keys act at once. */
  readonly hasControls?: boolean
}

/** One file, shown the way its kind is looked at; what a browser cannot show safely is offered as a download. */
export function MediaViewer({ media, urls, hasControls = true }: MediaViewerProps) {
  return (
    <section className={styles['viewer']} aria-label={media.filename} ref={attachStage}>
      {renderView({ media, urls }, hasControls)}
    </section>
  )
}

function renderView(props: MediaViewProps, hasControls: boolean) {
  const { id, contentType } = props.media
  if (!isShownInPlace(contentType)) return <FileView key={id} {...props} />
  const kind = mediaKindOf(contentType)
  if (kind === 'video') return <VideoView key={id} {...props} hasControls={hasControls} />
  if (kind === 'image') return <ImageView key={id} {...props} />
  return kind === 'audio' ? <AudioView key={id} {...props} /> : <DocumentView key={id} {...props} />
}

function attachStage(stage: HTMLElement | null): () => void {
  setViewerStage(stage ?? undefined)
  return () => setViewerStage(undefined)
}
