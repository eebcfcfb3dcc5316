import type { MediaViewProps } from './media-view-props.ts'
import { useState } from 'react'
import type { MediaId } from '#core/lib/ids.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { FileView } from './file-view.tsx'
import { AudioView } from './audio-view.tsx'
import { FilmPicture, type OnBroken } from './film-picture.tsx'
import type { FramePlayer } from './frame-player.ts'
import styles from './media-viewer.module.css'
import { Transport } from './transport.tsx'
import transport from './transport.module.css'
import { useViewer } from './use-viewer.ts'
import { setOriginal } from './viewer-store.ts'

type VideoViewProps = MediaViewProps & { readonly hasControls: boolean }

/** A film with what moves through it. */
export function VideoView({ hasControls, ...file }: VideoViewProps) {
  const [player, setPlayer] = useState<FramePlayer>()
  const { isOriginal } = useViewer()
  const { media } = file
  const shownId = shownFileOf(media, { isOriginal })?.id
  // A proxy that comes for a film that could not be played is another file, which can.
  const [brokenId, setBrokenId] = useState<MediaId>()
  const [isSoundOnly, setSoundOnly] = useState(false)
  // There is nothing else to fall back on.
  const isLast = media.proxyMediaId === undefined || shownId === media.proxyMediaId
  const onBroken: OnBroken = (hasSoundOnly = false) => {
    if (hasSoundOnly && isLast) return setSoundOnly(true)
    if (isLast) return setBrokenId(shownId)
    setOriginal(false)
    showToast({ kind: 'error', text: 'This browser cannot play the original: this is its proxy.' })
  }
  if (isSoundOnly) return <AudioView {...file} note="There are no pictures in this file: only its sound is played." />
  if (brokenId !== undefined && brokenId === shownId && isLast)
    return <FileView {...file} note="This video could not be played." />
  return (
    <>
      <div className={styles['stage']}>
        <FilmPicture {...file} isMain onPlayer={setPlayer} onBroken={onBroken} />
      </div>
      {hasControls && player !== undefined ? (
        <Transport player={player} media={media} />
      ) : (
        <div className={transport['transport']} />
      )}
    </>
  )
}
