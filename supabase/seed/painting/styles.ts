/// <reference lib="dom" />
import type { Brush } from './brush.ts'
import { makeNumbers, vignette } from './brush.ts'
import { paintScene, scenes } from './scenes.ts'

export type Style = 'painting' | 'board' | 'clay'

/** Paints a scene as it looks at a stage of the work: a storyboard panel, a grey model or the picture itself. */
export function paint(brush: Brush, name: string, style: Style): void {
  if (style === 'painting') return paintScene(brush, name)
  scenes[name]?.(brush)
  return style === 'board' ? drawBoard(brush, name) : drawClay(brush)
}

/**
 * Burns film data into the bottom of a frame: the scene, its timecode and its number, counted from 1 as the player
 * counts; `index` is from 0.
 */
export function burnIn(
  { context, width, height }: Brush,
  frame: { scene: string; index: number; framesPerSecond: number },
): void {
  const size = height / 22
  const second = Math.floor(frame.index / frame.framesPerSecond)
  const time = [0, 0, second, frame.index % frame.framesPerSecond]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  context.font = `600 ${size}px "DejaVu Sans Mono", monospace`
  context.textBaseline = 'middle'
  context.fillStyle = 'rgba(4,6,12,0.62)'
  context.fillRect(0, height - size * 1.9, width, size * 1.9)
  context.fillStyle = '#f2efe6'
  const y = height - size * 0.92
  context.textAlign = 'left'
  context.fillText(frame.scene, size, y)
  context.textAlign = 'center'
  context.fillText(time, width / 2, y)
  context.textAlign = 'right'
  context.fillText(`frame ${String(frame.index + 1).padStart(4, '0')}`, width - size, y)
}

/** The lightness of each point, 0 … 1. */
function toLights({ context, width, height }: Brush): Float32Array {
  const { data } = context.getImageData(0, 0, width, height)
  const lights = new Float32Array(width * height)
  for (let index = 0; index < lights.length; index += 1)
    lights[index] =
      ((data[index * 4] ?? 0) * 0.3 + (data[index * 4 + 1] ?? 0) * 0.55 + (data[index * 4 + 2] ?? 0) * 0.15) / 255
  return lights
}

function drawBoard(brush: Brush, name: string): void {
  const { context, width, height } = brush
  const lights = toLights(brush)
  const image = context.createImageData(width, height)
  const at = (index: number): number => lights[index] ?? 0
  for (let index = 0; index < lights.length; index += 1) {
    const wash = [0.4, 0.6, 0.78, 0.9, 0.97][Math.min(4, Math.floor(at(index) * 5.2))] ?? 0.97
    const edge = Math.abs(at(index) - at(index + 2)) + Math.abs(at(index) - at(index + width * 2))
    const ink = Math.max(0, 1 - Math.max(0, edge - 0.05) * 7)
    const value = wash * ink * 248
    image.data.set([value, value * 0.985, value * 0.95, 255], index * 4)
  }
  context.putImageData(image, 0, 0)
  const next = makeNumbers(name.length * 7)
  const margin = height * 0.055
  context.strokeStyle = '#f6f2e8'
  context.lineWidth = margin * 2
  context.strokeRect(0, 0, width, height)
  context.strokeStyle = '#26242a'
  for (let line = 0; line < 3; line += 1) {
    context.lineWidth = height / 300
    const off = (): number => (next() - 0.5) * margin * 0.22
    context.strokeRect(margin + off(), margin + off(), width - margin * 2 + off(), height - margin * 2 + off())
  }
  context.fillStyle = '#f6f2e8'
  context.fillRect(margin * 1.2, height - margin * 2.8, height * 0.45, margin * 1.6)
  context.fillStyle = '#c4402f'
  context.font = `700 ${height / 17}px "Comic Neue", "DejaVu Sans", sans-serif`
  context.fillText(`${name.replace('-', ' ')} – pan`, margin * 1.6, height - margin * 1.7)
  context.strokeStyle = '#c4402f'
  context.lineWidth = height / 130
  context.beginPath()
  context.moveTo(width * 0.62, height * 0.9)
  context.lineTo(width * 0.86, height * 0.9)
  context.lineTo(width * 0.845, height * 0.87)
  context.moveTo(width * 0.86, height * 0.9)
  context.lineTo(width * 0.845, height * 0.93)
  context.stroke()
}

function drawClay(brush: Brush): void {
  const { context, width, height } = brush
  const lights = toLights(brush)
  const image = context.createImageData(width, height)
  const at = (index: number): number => lights[index] ?? 0
  for (let index = 0; index < lights.length; index += 1) {
    const slope = (at(index) - at(index + width * 3)) * 0.5 + (at(index) - at(index + 3)) * 0.35
    const value = Math.min(235, Math.max(28, (0.27 + at(index) * 0.42 + slope) * 255))
    image.data.set([value * 0.96, value * 0.98, value, 255], index * 4)
  }
  context.putImageData(image, 0, 0)
  context.strokeStyle = 'rgba(120,200,255,0.28)'
  context.lineWidth = height / 500
  for (let column = 0; column <= 24; column += 1) {
    context.beginPath()
    context.moveTo((0.5 + (column - 12) * 0.045) * width, height * 0.5)
    context.lineTo((0.5 + (column - 12) * 0.16) * width, height)
    context.stroke()
  }
  for (let row = 0; row < 9; row += 1) {
    const y = (0.5 + 0.5 * (row / 8) ** 2) * height
    context.beginPath()
    context.moveTo(0, y)
    context.lineTo(width, y)
    context.stroke()
  }
  vignette(brush, 0.3)
}
