import type { MediaViewProps } from './media-view-props.ts'
import { useState } from 'react'
import { FileView } from './file-view.tsx'
import { FilmPicture } from './film-picture.tsx'
import type { FramePlayer } from './frame-player.ts'
import styles from './media-viewer.module.css'
import { Transport } from './transport.tsx'
import transport from './transport.module.css'

type VideoViewProps = MediaViewProps & { readonly hasControls: boolean }

/** A film with what moves through it. */
export function VideoView({ hasControls, ...file }: VideoViewProps) {
  const [player, setPlayer] = useState<FramePlayer>()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <FileView {...file} note="This video could not be played." />
  return (
    <>
      <div className={styles['stage']}>
        <FilmPicture {...file} isMain onPlayer={setPlayer} onBroken={() => setBroken(true)} />
      </div>
      {hasControls && player !== undefined ? (
        <Transport player={player} media={file.media} />
      ) : (
        <div className={transport['transport']} />
      )}
    </>
  )
}
