import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type PointerEvent, type WheelEvent } from 'react'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { FileView } from './file-view.tsx'
import { fitView, makeImageZoom, panBy, zoomAt } from './image-zoom.ts'
import type { MediaViewProps } from './media-viewer.tsx'
import styles from './media-viewer.module.css'
import transport from './transport.module.css'
import { useMediaUrl } from './use-media-url.ts'
import { showInViewer } from './viewer-store.ts'

/** A picture to look into: the wheel zooms where it points, dragging moves it, a double click fits it again. */
export function ImageView({ media, urls }: MediaViewProps) {
  const { url, renew, confirm } = useMediaUrl(urls, media.id)
  const [zoom] = useState(makeImageZoom)
  const view = useSyncExternalStore(zoom.subscribe, zoom.get)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => showInViewer({ kind: 'image', zoom }), [zoom])

  const onWheel = (event: WheelEvent<HTMLElement>): void => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const point = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
    zoom.set(zoomAt(zoom.get(), Math.exp(-event.deltaY / 400), point))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    zoom.set(panBy(zoom.get(), { x: event.movementX, y: event.movementY }, event.currentTarget.getBoundingClientRect()))
  }

  if (isBroken) return <FileView media={media} urls={urls} note="This picture cannot be shown." />
  return (
    <>
      <div
        className={styles['stage']}
        data-zoomed={view.scale > 1 || undefined}
        onWheel={onWheel}
        onDoubleClick={() => zoom.set(view.scale === 1 ? zoomAt(view, 2, { x: 0, y: 0 }) : fitView)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        <img
          className={styles['picture']}
          src={url}
          width={media.width}
          height={media.height}
          alt={media.filename}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          onLoad={confirm}
          onError={() => {
            if (!renew()) setBroken(true)
          }}
        />
      </div>
      <div className={transport['controls']}>
        <span className={transport['counter']}>{media.filename}</span>
        <span className={transport['space']} />
        {media.width !== undefined && media.height !== undefined && (
          <span className={transport['size']}>{`${media.width} × ${media.height}`}</span>
        )}
        <span className={transport['fact']}>{`${Math.round(view.scale * 100)} %`}</span>
        <CommandIconButton command="viewer.zoom-out" variant="ghost" icon={<ZoomOut aria-hidden="true" />} />
        <CommandIconButton command="viewer.zoom-in" variant="ghost" icon={<ZoomIn aria-hidden="true" />} />
        <CommandIconButton command="viewer.fullscreen" variant="ghost" icon={<Maximize aria-hidden="true" />} />
      </div>
    </>
  )
}
