import { useCallback, useSyncExternalStore, type PointerEvent } from 'react'
import { avatarColorOf } from '#core/studios/palette.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { laserStore } from './laser-store.ts'
import styles from './live-layer.module.css'

type LiveLayerProps = { readonly media: MediaRow; readonly studio: StudioReplica }

/** A laser stays visible for this long after its last move. */
const laserMs = 1400
/** 30 per second. */
const leastBetweenMs = 34
const svg = 'http://www.w3.org/2000/svg'

/** The lasers of everybody in the room, over the picture. */
export function LiveLayer({ media, studio }: LiveLayerProps) {
  const isPointing = useSyncExternalStore(laserStore.subscribe, laserStore.isOn)
  const { id: mediaId, width = 1920, height = 1080 } = media
  const attach = useCallback(
    (layer: SVGSVGElement | null) =>
      layer === null ? undefined : showLasers(layer, { mediaId, width, height, studio }),
    [mediaId, width, height, studio],
  )
  return (
    <svg
      ref={attach}
      className={styles['layer']}
      viewBox={`0 0 ${width} ${height}`}
      data-pointing={isPointing || undefined}
      aria-hidden="true"
      onPointerMove={isPointing ? (event) => point(event, { mediaId, width, height }) : undefined}
    />
  )
}

let pointedAt = -Infinity

function point(event: PointerEvent<SVGSVGElement>, { mediaId, width, height }: Omit<Over, 'studio'>): void {
  const matrix = event.currentTarget.getScreenCTM()
  const now = performance.now()
  if (matrix === null || now - pointedAt < leastBetweenMs) return
  pointedAt = now
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
  const inPicture = { x: Math.round((x / width) * 1e4) / 1e4, y: Math.round((y / height) * 1e4) / 1e4 }
  laserStore.point({ mediaId, ...inPicture })
}

type Over = {
  readonly mediaId: MediaRow['id']
  readonly width: number
  readonly height: number
  readonly studio: StudioReplica
}

/** Moves the marks directly, without React: a laser moves thirty times a second. */
function showLasers(layer: SVGSVGElement, { mediaId, width, height, studio }: Over): () => void {
  const shown = new Map<string, { readonly mark: SVGGElement; timer: ReturnType<typeof setTimeout> }>()
  const unit = Math.max(width, height) / 100
  const hide = (userId: string): void => {
    shown.get(userId)?.mark.remove()
    shown.delete(userId)
  }
  const stop = laserStore.subscribePoints(({ userId, mediaId: on, x, y }) => {
    if (on !== mediaId) return hide(userId)
    const present = shown.get(userId)
    clearTimeout(present?.timer)
    const name = studio.getMembers().find((member) => member.userId === userId)?.displayName ?? 'Somebody'
    const mark = present?.mark ?? layer.appendChild(makeMark(name, avatarColorOf(userId), unit))
    mark.setAttribute('transform', `translate(${x * width} ${y * height})`)
    // Restarts the animation with each move.
    mark.style.animation = 'none'
    mark.getBoundingClientRect()
    mark.style.animation = ''
    shown.set(userId, { mark, timer: setTimeout(() => hide(userId), laserMs) })
  })
  return () => {
    stop()
    for (const userId of shown.keys()) hide(userId)
  }
}

function makeMark(name: string, color: string, unit: number): SVGGElement {
  const mark = document.createElementNS(svg, 'g')
  mark.setAttribute('class', styles['laser'] ?? '')
  const dot = document.createElementNS(svg, 'circle')
  dot.setAttribute('r', String(unit * 0.6))
  dot.setAttribute('fill', color)
  const label = document.createElementNS(svg, 'text')
  label.setAttribute('x', String(unit * 1.1))
  label.setAttribute('y', String(unit * 0.5))
  label.setAttribute('font-size', String(unit * 1.5))
  label.textContent = name
  mark.append(dot, label)
  return mark
}
