import { timelineRowHeights } from '#core/timeline/window.ts'
import type { Scene } from './scene.ts'

const faintAlpha = 0.4

/** Paints finish-to-start arrows between the stages of an item; broken ones are dashed in the danger colour. */
export function paintLinks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, palette, left, width } = scene
  context.lineWidth = 1.5
  for (const { from, to, isBroken, isFaint } of scene.links) {
    const x1 = from.x + from.width
    const y1 = from.y + layout.barHeight / 2
    const x2 = to.x
    const y2 = to.y + layout.barHeight / 2
    context.globalAlpha = isFaint ? faintAlpha : 1
    const bend = Math.max(14, Math.abs(x2 - x1) / 2)
    if (Math.max(x1, x2) + bend < left || Math.min(x1, x2) - bend > left + width) continue
    context.strokeStyle = isBroken ? palette.danger : palette.quiet
    context.fillStyle = context.strokeStyle
    context.setLineDash(isBroken ? [4, 3] : [])
    context.beginPath()
    context.moveTo(x1, y1)
    context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2 - 4, y2)
    context.stroke()
    context.setLineDash([])
    context.beginPath()
    context.moveTo(x2, y2)
    context.lineTo(x2 - 6, y2 - 4)
    context.lineTo(x2 - 6, y2 + 4)
    context.fill()
  }
  context.globalAlpha = 1
}

const pieces = 12

/** Paints the pieces of removed bars as they drift off and fade. */
export function paintDying(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, palette } = scene
  for (const { bar, progress } of scene.dying) {
    const look = palette.lookOf(bar.color)
    context.fillStyle = look.border
    const pieceWidth = bar.width / pieces
    const pieceHeight = timelineRowHeights.compact.bar / 2
    for (let column = 0; column < pieces; column += 1) {
      for (let y = 0; y < layout.barHeight; y += pieceHeight) {
        // Every piece has a direction of its own, the same in each frame.
        const turn = ((column * 7 + y * 13) % 17) / 17
        context.globalAlpha = (1 - progress) * (0.4 + 0.6 * turn)
        const size = 1 - progress * 0.6
        context.fillRect(
          bar.x + column * pieceWidth + progress * 26 * (turn - 0.3),
          bar.y + y - progress * 22 * turn,
          pieceWidth * size,
          pieceHeight * size,
        )
      }
    }
  }
  context.globalAlpha = 1
}
