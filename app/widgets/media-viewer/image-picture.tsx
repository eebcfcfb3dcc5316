import type { MediaViewProps } from './media-view-props.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { Film, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent, type ReactNode } from 'react'
import { hasBoth, shownFileOf } from '#core/revisions/shown-file.ts'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { DrawingLayer } from './drawing-layer.tsx'
import { fitView, panBy, pinch, zoomAt, type ImageZoom, type Point } from './image-zoom.ts'
import { LateNote } from './late-note.tsx'
import styles from './media-viewer.module.css'
import type { PictureLookStore } from './picture-look.ts'
import transport from './transport.module.css'
import { PreviewNote } from './preview-note.tsx'
import { useMediaUrl } from './use-media-url.ts'
import { useViewer } from './use-viewer.ts'
import { showInViewer } from './viewer-store.ts'

type ImagePictureProps = MediaViewProps & {
  readonly zoom: ImageZoom
  /** Whether the viewer's keys act on it. */
  readonly isMain: boolean
  readonly onBroken: () => void
}

/** A picture that browsers can show. */
export function ImagePicture({ media, urls, zoom, isMain, onBroken }: ImagePictureProps) {
  const { isOriginal } = useViewer()
  const { url, isLate, renew, confirm } = useMediaUrl(urls, shownFileOf(media, { isOriginal })?.id)
  const { width, height } = media
  const [size, setSize] = useState(width === undefined || height === undefined ? undefined : { width, height })
  return (
    <PicturePane media={media} zoom={zoom} isMain={isMain} size={size}>
      {(transform) => (
        <>
          <LateNote isLate={isLate} />
          <img
            className={styles['picture']}
            src={url}
            width={width}
            height={height}
            alt={media.filename}
            draggable={false}
            style={{ transform }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              confirm()
              setSize({ width: naturalWidth, height: naturalHeight })
            }}
            onError={() => {
              if (!renew()) onBroken()
            }}
          />
        </>
      )}
    </PicturePane>
  )
}

type PicturePaneProps = Pick<MediaViewProps, 'media'> & {
  readonly zoom: ImageZoom
  /** The exposure and channel of a developed picture. */
  readonly look?: PictureLookStore
  readonly isMain: boolean
  /** The size in pixels, once known: needed for drawing on it. */
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly children: (transform: string) => ReactNode
}

/** A picture that is zoomed with the wheel or two fingers, panned by dragging, and fitted with a double click. */
export function PicturePane({ media, zoom, look, isMain, size, children }: PicturePaneProps) {
  const view = useSyncExternalStore(zoom.subscribe, zoom.get)
  const pane = useGestures(zoom)
  useEffect(() => {
    const { current } = pane.ref
    if (!isMain || current === null) return undefined
    return showInViewer({ kind: 'image', zoom, look, pane: current, mediaId: media.id })
  }, [isMain, zoom, look, pane.ref, media.id])
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  return (
    <div
      className={styles['pan']}
      data-zoomed={view.scale > 1 || undefined}
      onDoubleClick={() => zoom.set(view.scale === 1 ? zoomAt(view, 2, { x: 0, y: 0 }) : fitView)}
      {...pane}
    >
      {children(transform)}
      {isMain && size !== undefined && <DrawingLayer mediaId={media.id} frame={0} size={size} transform={transform} />}
    </div>
  )
}

/** Handles wheel, drag and pinch. */
function useGestures(zoom: ImageZoom) {
  const pane = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  useEffect(() => {
    const { current } = pane
    // React's wheel listener is passive, and the browser would zoom the page as well.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      if (current === null) return
      zoom.set(zoomAt(zoom.get(), Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), fromMiddle(current, event)))
    }
    current?.addEventListener('wheel', onWheel, { passive: false })
    return () => current?.removeEventListener('wheel', onWheel)
  }, [zoom])
  const lift = ({ pointerId }: PointerEvent): void => void fingers.current.delete(pointerId)
  return {
    ref: pane,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, fromMiddle(event.currentTarget, event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const from = fingers.current.get(event.pointerId)
      if (from === undefined) return
      const to = fromMiddle(event.currentTarget, event)
      const [still] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
      fingers.current.set(event.pointerId, to)
      const frame = event.currentTarget.getBoundingClientRect()
      zoom.set(
        still === undefined
          ? panBy(zoom.get(), { x: to.x - from.x, y: to.y - from.y }, frame)
          : pinch(zoom.get(), { still, from, to }, frame),
      )
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

function fromMiddle(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

type ImageControlsProps = { readonly media: MediaRow; readonly zoom: ImageZoom; readonly children?: ReactNode }

/** The controls below a picture. */
export function ImageControls({ media, zoom, children }: ImageControlsProps) {
  const { scale } = useSyncExternalStore(zoom.subscribe, zoom.get)
  return (
    <div className={transport['under']}>
      <PreviewNote media={media} />
      <div className={transport['controls']}>
        <span className={transport['counter']}>{media.filename}</span>
        <span className={transport['space']} />
        {children}
        {hasBoth(media) && (
          <CommandIconButton
            command="viewer.original"
            label="Play the proxy"
            variant="ghost"
            aria-pressed
            icon={<Film aria-hidden="true" />}
          />
        )}
        {media.width !== undefined && media.height !== undefined && (
          <span className={transport['size']}>{`${media.width} × ${media.height}`}</span>
        )}
        <span className={transport['fact']}>{`${Math.round(scale * 100)} %`}</span>
        <CommandIconButton command="viewer.zoom-out" variant="ghost" icon={<ZoomOut aria-hidden="true" />} />
        <CommandIconButton command="viewer.zoom-in" variant="ghost" icon={<ZoomIn aria-hidden="true" />} />
        <CommandIconButton command="viewer.fullscreen" variant="ghost" icon={<Maximize aria-hidden="true" />} />
      </div>
    </div>
  )
}
