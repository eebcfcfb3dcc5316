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
  /** False briefly: the controls are drawn once there is something to see. Keys act at once. */
  readonly hasControls?: boolean
}

/** Shows one file in the view for its kind; a file that a browser cannot show safely is offered as a download. */
export function MediaViewer({ media, urls, hasControls = true }: MediaViewerProps) {
  const [tries, setTries] = useState(0)
  // Stable, because it is put into the store, and everything that reads the store rerenders this.
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
  // Numbered pictures that form a film are not viewed one by one.
  const isDeveloped = isDevelopable(media) && !isFilmOfPictures(media)
  const areBoth = isDeveloped && media.proxyMediaId !== undefined
  const kind = shownFileOf(media, { isOriginal })?.kind
  // A film offers its own original; that of an animation is a picture.
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

/** Tells whether a picture is shown as it is while a media worker makes a film of it, alone or with those after it. */
function isSeenMeanwhile(media: MediaViewProps['media']): boolean {
  return media.proxyMediaId === undefined && (isDevelopable(media) || shownFileOf(media)?.kind === 'image')
}
