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

/** A film with its controls. */
export function VideoView({ hasControls, ...file }: VideoViewProps) {
  const [player, setPlayer] = useState<FramePlayer>()
  const { isOriginal } = useViewer()
  const { media } = file
  const shownId = shownFileOf(media, { isOriginal })?.id
  // A proxy that arrives for a film that could not be played, or only heard, is a different, playable file.
  const [broken, setBroken] = useState<{ readonly id: MediaId | undefined; readonly isHeard: boolean }>()
  // Without another file to fall back on.
  const isLast = media.proxyMediaId === undefined || shownId === media.proxyMediaId
  const onBroken: OnBroken = (hasSoundOnly = false) => {
    if (isLast) return setBroken({ id: shownId, isHeard: hasSoundOnly })
    setOriginal(false)
    showToast({ kind: 'error', text: 'This browser cannot play the original: this is its proxy.' })
  }
  if (broken !== undefined && broken.id === shownId && isLast)
    return broken.isHeard ? (
      <AudioView {...file} note={`${explainSoundOnly(media)}: only its sound is played.`} />
    ) : (
      <FileView {...file} note="This video could not be played." />
    )
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

/**
 * Says why there is only sound: a film known to have no pictures, or one this browser cannot decode. Nothing is known
 * during upload.
 */
function explainSoundOnly({ codec, isStored }: MediaViewProps['media']): string {
  if (codec === undefined && isStored) return 'There are no pictures in this file'
  return 'This browser cannot play the pictures of this file'
}
