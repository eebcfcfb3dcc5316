import { useState } from 'react'
import { FileView } from './file-view.tsx'
import { ImageControls, ImagePicture } from './image-picture.tsx'
import { makeImageZoom } from './image-zoom.ts'
import type { MediaViewProps } from './media-viewer.tsx'
import styles from './media-viewer.module.css'

export function ImageView({ media, urls }: MediaViewProps) {
  const [zoom] = useState(makeImageZoom)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <FileView media={media} urls={urls} note="This picture cannot be shown." />
  return (
    <>
      <div className={styles['stage']}>
        <ImagePicture media={media} urls={urls} zoom={zoom} isMain onBroken={() => setBroken(true)} />
      </div>
      <ImageControls media={media} zoom={zoom} />
    </>
  )
}
