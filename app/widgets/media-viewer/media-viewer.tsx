import type { MediaViewProps } from './media-view-props.ts'
import { useCallback, useEffect, useState } from 'react'
import { hasBoth, isDevelopable, isFilmOfPictures, shownFileOf } from '#core/revisions/shown-file.ts'
import { AudioView } from './audio-view.tsx'
import { DocumentView } from './document-view.tsx'
import { FileView } from './file-view.tsx'
import { ImageView } from './image-view.tsx'
import styles from './media-viewer.module.css'
import { PreviewState } from './preview-state.tsx'
import { RawPictureView } from './raw-picture-view.tsx'
import { useViewer } from './use-viewer.ts'
import { offerOriginal, setViewerStage } from './viewer-store.ts'
import { VideoView } from './video-view.tsx'

type MediaViewerProps = MediaViewProps & {
  /** False for a moment: what one presses is drawn once there is something to see. Keys act at once. */
  readonly hasControls?: boolean
}

/** One file, shown the way its kind is looked at; what a browser cannot show safely is offered as a download. */
export function MediaViewer({ media, urls, hasControls = true }: MediaViewerProps) {
  const [tries, setTries] = useState(0)
  // The same one each time: the store is told of it, and whoever reads that draws this.
  const retry = useCallback(() => setTries((times) => times + 1), [])
  return (
    <section className={styles['viewer']} aria-label={media.filename} ref={attachStage}>
      <View key={`${media.id} ${tries}`} media={media} urls={urls} hasControls={hasControls} onRetry={retry} />
      {isSeenMeanwhile(media) && <PreviewState media={media} />}
    </section>
  )
}

function View({ hasControls, ...props }: MediaViewProps & { readonly hasControls: boolean }) {
  const { isOriginal } = useViewer()
  const { media } = props
  // Of numbered pictures that are one film none is looked at by itself.
  const isDeveloped = isDevelopable(media) && !isFilmOfPictures(media)
  const areBoth = isDeveloped && media.proxyMediaId !== undefined
  const kind = shownFileOf(media, { isOriginal })?.kind
  // A film offers its own; of what moves the original is a picture.
  const isOffered = areBoth || (kind === 'image' && hasBoth(media))
  useEffect(() => (isOffered ? offerOriginal() : undefined), [isOffered])
  if (isDeveloped && (isOriginal || !areBoth)) return <RawPictureView {...props} />
  if (kind === undefined) return <FileView {...props} />
  if (kind === 'video') return <VideoView {...props} hasControls={hasControls} />
  if (kind === 'image') return <ImageView {...props} />
  return kind === 'audio' ? <AudioView {...props} /> : <DocumentView {...props} />
}

function attachStage(stage: HTMLElement | null): () => void {
  setViewerStage(stage ?? undefined)
  return () => setViewerStage(undefined)
}

/** Whether a picture is looked at as it is while a media worker makes a film of it, or of it and those after it. */
function isSeenMeanwhile(media: MediaViewProps['media']): boolean {
  return media.proxyMediaId === undefined && (isDevelopable(media) || shownFileOf(media)?.kind === 'image')
}
