import type { MediaViewProps } from './media-view-props.ts'
import { useState } from 'react'
import { FileView } from './file-view.tsx'
import { ImageControls, ImagePicture } from './image-picture.tsx'
import { makeImageZoom } from './image-zoom.ts'
import { MissingPreview } from './missing-preview.tsx'
import styles from './media-viewer.module.css'

export function ImageView(file: MediaViewProps) {
  const [zoom] = useState(makeImageZoom)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <FileView {...file} note="This picture could not be shown. It may be damaged." />
  return (
    <>
      <div className={styles['stage']}>
        <ImagePicture {...file} zoom={zoom} isMain onBroken={() => setBroken(true)} />
      </div>
      <MissingPreview media={file.media} />
      <ImageControls media={file.media} zoom={zoom} />
    </>
  )
}
