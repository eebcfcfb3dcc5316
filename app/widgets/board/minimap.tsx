import { useEffect, useMemo, useRef, type PointerEvent } from 'react'
import { centreOn, viewOf } from '#core/boards/camera.ts'
import { boundsOf } from '#core/boards/geometry.ts'
import { boxOf, type BoardModel } from './board-model.ts'
import type { BoardView } from './board-view.ts'
import type { BoardPalette } from './paint-items.ts'
import styles from './board.module.css'

type MinimapProps = {
  readonly model: BoardModel
  readonly view: BoardView
  readonly version: number
  readonly palette: Pick<BoardPalette, 'text' | 'accent'>
}

const room = { width: 180, height: 120 }
/** The space between the content and the edge. */
const padding = 10

/**
 * The whole board in small, with the visible part marked; pressing moves there. For pointers only: keys and commands do
 * the same.
 */
export function Minimap({ model, view, version, palette: { text, accent } }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const map = useMemo(() => {
    const box = boxOf(model.board.getItems()) ?? { x: 0, y: 0, width: 1, height: 1 }
    const scale = Math.min((room.width - 2 * padding) / box.width, (room.height - 2 * padding) / box.height)
    const left = (room.width - box.width * scale) / 2 - box.x * scale
    const top = (room.height - box.height * scale) / 2 - box.y * scale
    return { scale, left, top }
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for the board's contents
  }, [model, version])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context === undefined || context === null) return
    context.clearRect(0, 0, room.width, room.height)
    context.globalAlpha = 0.4
    for (const item of model.board.getItems()) {
      const { x, y, width, height } = boundsOf(item)
      context.fillStyle = item.type === 'text' ? accent : text
      const [w, h] = [Math.max(1, width * map.scale), Math.max(1, height * map.scale)]
      context.fillRect(x * map.scale + map.left, y * map.scale + map.top, w, h)
    }
  }, [model, map, text, accent])
  const inSight = viewOf(view.camera, view.window)
  const go = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons !== 1) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - left - map.left) / map.scale
    const y = (event.clientY - top - map.top) / map.scale
    model.view.set({ camera: centreOn({ x, y, width: 0, height: 0 }, view.window, view.camera.zoom) })
  }
  return (
    <div className={styles['minimap']} aria-hidden="true" onPointerDown={go} onPointerMove={go}>
      <canvas ref={canvas} width={room.width} height={room.height} />
      <span
        style={{
          left: inSight.x * map.scale + map.left,
          top: inSight.y * map.scale + map.top,
          width: inSight.width * map.scale,
          height: inSight.height * map.scale,
        }}
      />
    </div>
  )
}
