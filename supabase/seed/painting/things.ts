/// <reference lib="dom" />
import type { Brush, Point } from './brush.ts'
import { disc, glow, makeNumbers, shape } from './brush.ts'

/** Draws a fishing boat with one mast; `at` is its waterline, `size` the length of its hull. */
export function boat(
  brush: Brush,
  at: Point,
  options: { size: number; color: string; sail?: string; lamp?: string; phase?: number },
): void {
  const { context, seconds } = brush
  const { size, color, sail, lamp, phase = 0 } = options
  context.save()
  context.translate(at.x, at.y + Math.sin(seconds * 1.6 + phase) * size * 0.03)
  context.rotate(Math.sin(seconds * 1.1 + phase) * 0.03)
  const hull = [
    [-0.5, -0.12],
    [0.56, -0.16],
    [0.4, 0.06],
    [-0.4, 0.06],
  ] as const
  shape(
    brush,
    hull.map(([x, y]) => ({ x: x * size, y: y * size })),
    color,
  )
  context.fillRect(-0.03 * size, -1.05 * size, 0.035 * size, size)
  if (sail !== undefined) {
    shape(
      brush,
      [
        { x: 0.03 * size, y: -size },
        { x: 0.48 * size, y: -0.26 * size },
        { x: 0.03 * size, y: -0.22 * size },
      ],
      sail,
    )
    shape(
      brush,
      [
        { x: -0.05 * size, y: -0.94 * size },
        { x: -0.34 * size, y: -0.24 * size },
        { x: -0.05 * size, y: -0.24 * size },
      ],
      sail,
    )
  }
  if (lamp !== undefined) {
    glow(brush, { x: 0.3 * size, y: -0.3 * size }, { radius: size * 0.9, color: `${lamp}88` })
    disc(brush, { x: 0.3 * size, y: -0.3 * size }, { radius: size * 0.05, color: '#fff3cf' })
  }
  context.restore()
}

type Town = { foot: number; from: number; to: number; heightOf: number; color: string; light?: string; seed: number }

/** Draws a row of gabled houses; measures are fractions of the picture's height and width. */
export function town(brush: Brush, { foot, from, to, heightOf, color, light, seed }: Town): void {
  const { context, width, height, seconds } = brush
  const next = makeNumbers(seed)
  let x = from * width
  while (x < to * width) {
    const wide = (0.06 + next() * 0.09) * height
    const tall = (0.5 + next() * 0.7) * heightOf * height
    const top = foot * height - tall
    const gable = wide * (0.35 + next() * 0.5)
    shape(
      brush,
      [
        { x, y: foot * height + 2 },
        { x, y: top },
        { x: x + wide / 2, y: top - gable },
        { x: x + wide, y: top },
        { x: x + wide, y: foot * height + 2 },
      ],
      color,
    )
    context.fillRect(x + wide * 0.7, top - gable * 0.9, wide * 0.12, gable * 0.7)
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 2; column += 1) {
        const isLit = next() < 0.45
        if (!isLit || light === undefined) continue
        const flicker = 0.75 + 0.25 * Math.sin(seconds * 2 + next() * 9)
        context.globalAlpha = flicker
        context.fillStyle = light
        context.fillRect(x + wide * (0.2 + column * 0.38), top + wide * (0.15 + row * 0.42), wide * 0.17, wide * 0.22)
        context.globalAlpha = 1
        context.fillStyle = color
      }
    x += wide * (0.92 + next() * 0.2)
  }
}

/** Draws a wooden pier on piles, running out from the left. */
export function pier(brush: Brush, { deck, end, color }: { deck: number; end: number; color: string }): void {
  const { context, width, height } = brush
  context.fillStyle = color
  context.fillRect(0, deck * height, end * width, height * 0.022)
  for (let x = 0.02; x < end; x += 0.035)
    context.fillRect(x * width, (deck - 0.035) * height, height * 0.014, height * 0.24)
  context.fillRect(0, (deck - 0.035) * height, end * width, height * 0.006)
}

/** Draws a standing person from behind, in a coat blown by the wind; `at` is at their feet. */
export function figure(
  brush: Brush,
  at: Point,
  { size, color, scarf }: { size: number; color: string; scarf?: string },
): void {
  const { context, seconds } = brush
  const wind = Math.sin(seconds * 2.2) * 0.04
  const body = [
    [-0.1, 0],
    [-0.17 - wind, -0.16],
    [-0.12, -0.62],
    [-0.06, -0.75],
    [0.06, -0.75],
    [0.12, -0.6],
    [0.24 + wind, -0.12],
    [0.09, 0],
  ] as const
  shape(
    brush,
    body.map(([x, y]) => ({ x: at.x + x * size, y: at.y + y * size })),
    color,
  )
  disc(brush, { x: at.x, y: at.y - size * 0.85 }, { radius: size * 0.095, color })
  if (scarf === undefined) return
  context.strokeStyle = scarf
  context.lineWidth = size * 0.055
  context.lineCap = 'round'
  context.beginPath()
  context.moveTo(at.x - size * 0.04, at.y - size * 0.75)
  context.quadraticCurveTo(
    at.x + size * 0.22,
    at.y - size * (0.78 + wind),
    at.x + size * 0.42,
    at.y - size * (0.66 - wind * 2),
  )
  context.stroke()
}

export function birds(
  { context, width, height, seconds }: Brush,
  { count, color, seed, y }: { count: number; color: string; seed: number; y: number },
): void {
  const next = makeNumbers(seed)
  context.strokeStyle = color
  context.lineCap = 'round'
  for (let index = 0; index < count; index += 1) {
    const size = (1 + next() * 2.4) * (height / 100)
    const x = ((next() * width + seconds * (20 + next() * 20) * (height / 536)) % (width * 1.1)) - width * 0.05
    const at = (y + (next() - 0.5) * 0.28) * height
    const flap = Math.sin(seconds * (5 + next() * 3) + next() * 6) * 0.5
    context.lineWidth = size * 0.2
    context.beginPath()
    context.moveTo(x - size, at - size * flap)
    context.quadraticCurveTo(x - size * 0.4, at - size * 0.5, x, at)
    context.quadraticCurveTo(x + size * 0.4, at - size * 0.5, x + size, at - size * flap)
    context.stroke()
  }
}

/** Draws firs from near to far, standing at a height of the picture. */
export function firs(
  brush: Brush,
  { foot, count, size, color, seed }: { foot: number; count: number; size: number; color: string; seed: number },
): void {
  const { width, height } = brush
  const next = makeNumbers(seed)
  for (let index = 0; index < count; index += 1) {
    const x = next() * width
    const tall = size * height * (0.55 + next() * 0.7)
    const y = (foot + (next() - 0.3) * 0.05) * height
    for (let tier = 0; tier < 4; tier += 1) {
      const top = y - tall * (1 - tier * 0.2)
      const half = tall * (0.07 + tier * 0.05)
      shape(
        brush,
        [
          { x, y: top },
          { x: x + half, y: top + tall * 0.34 },
          { x: x - half, y: top + tall * 0.34 },
        ],
        color,
      )
    }
  }
}

/** Draws a whale from the side; `at` is its centre. */
export function whale(
  brush: Brush,
  at: Point,
  { size, color, belly }: { size: number; color: string; belly: string },
): void {
  const { context, seconds } = brush
  const beat = Math.sin(seconds * 1.3) * 0.05
  context.save()
  context.translate(at.x, at.y)
  context.rotate(-0.07 + beat * 0.4)
  context.scale(size, size)
  context.fillStyle = color
  context.beginPath()
  context.moveTo(-0.5, 0.02)
  context.bezierCurveTo(-0.46, -0.2, -0.1, -0.22, 0.2, -0.08)
  context.bezierCurveTo(0.34, -0.02, 0.42, -0.02, 0.5, beat)
  context.bezierCurveTo(0.58, -0.1 + beat, 0.64, -0.12 + beat * 2, 0.68, -0.13 + beat * 2)
  context.bezierCurveTo(0.62, -0.02 + beat, 0.64, 0.06 + beat, 0.68, 0.13 + beat * 2)
  context.bezierCurveTo(0.58, 0.08 + beat, 0.5, 0.04 + beat, 0.46, 0.03)
  context.bezierCurveTo(0.3, 0.12, -0.1, 0.22, -0.4, 0.12)
  context.closePath()
  context.fill()
  context.fillStyle = belly
  context.beginPath()
  context.moveTo(-0.49, 0.03)
  context.bezierCurveTo(-0.3, 0.07, -0.1, 0.09, 0.1, 0.1)
  context.bezierCurveTo(-0.1, 0.2, -0.34, 0.16, -0.42, 0.11)
  context.closePath()
  context.fill()
  context.fillStyle = color
  context.beginPath()
  context.moveTo(-0.2, 0.08)
  context.bezierCurveTo(-0.16, 0.2 + beat, -0.04, 0.28 + beat, 0.04, 0.3 + beat)
  context.bezierCurveTo(0, 0.2, -0.04, 0.12, -0.06, 0.07)
  context.closePath()
  context.fill()
  context.fillStyle = '#0b1220'
  context.beginPath()
  context.arc(-0.36, 0.0, 0.008, 0, Math.PI * 2)
  context.fill()
  context.restore()
}

/** Draws shelves of books across a wall, warmly lit from a point. */
export function shelves(
  { context, width, height }: Brush,
  { top, foot, seed, hues }: { top: number; foot: number; seed: number; hues: readonly number[] },
): void {
  const next = makeNumbers(seed)
  const rows = 5
  const rise = ((foot - top) / rows) * height
  for (let row = 0; row < rows; row += 1) {
    const floor = top * height + rise * (row + 1)
    context.fillStyle = '#20130f'
    context.fillRect(0, floor - rise, width, rise)
    let x = 0
    while (x < width) {
      const wide = (0.7 + next() * 1.8) * (height / 100)
      const tall = rise * (0.55 + next() * 0.32)
      const hue = hues[Math.floor(next() * hues.length)] ?? 0
      if (next() > 0.06) {
        context.fillStyle = `hsl(${hue + next() * 16}, ${26 + next() * 30}%, ${15 + next() * 22}%)`
        context.fillRect(x, floor - tall - rise * 0.06, wide, tall)
        context.fillStyle = 'rgba(255,220,150,0.28)'
        if (next() < 0.4) context.fillRect(x, floor - tall * 0.8, wide, rise * 0.02)
      }
      x += wide * 1.06
    }
    context.fillStyle = '#4a2c1c'
    context.fillRect(0, floor - rise * 0.06, width, rise * 0.07)
  }
}

/** Draws a crow looking to the right; `foot` is where it sits. */
export function crow(b: Brush, foot: Point, size: number): void {
  const { context } = b
  const nod = Math.sin(b.seconds * 2.4) * 0.05
  context.save()
  context.translate(foot.x, foot.y)
  context.scale(size, size)
  context.fillStyle = '#14141f'
  context.beginPath()
  context.moveTo(-0.62, 0.02)
  context.bezierCurveTo(-0.3, -0.3, 0.05, -0.62, 0.34, -0.42)
  context.bezierCurveTo(0.5, -0.2, 0.2, 0.02, -0.2, 0.02)
  context.closePath()
  context.fill()
  context.beginPath()
  context.arc(0.34, -0.52 + nod, 0.17, 0, Math.PI * 2)
  context.fill()
  context.beginPath()
  context.moveTo(0.47, -0.6 + nod)
  context.lineTo(0.76, -0.5 + nod)
  context.lineTo(0.46, -0.44 + nod)
  context.fillStyle = '#3b3437'
  context.fill()
  context.beginPath()
  context.arc(0.39, -0.56 + nod, 0.028, 0, Math.PI * 2)
  context.fillStyle = '#f4d58a'
  context.fill()
  context.strokeStyle = '#2a2024'
  context.lineWidth = 0.03
  for (const leg of [-0.02, 0.12]) {
    context.beginPath()
    context.moveTo(leg, -0.05)
    context.lineTo(leg + 0.02, 0.04)
    context.stroke()
  }
  context.restore()
}

/** Draws a round, steaming kettle; `unit` is about its radius. */
export function kettle(b: Brush, middle: Point, unit: number): void {
  const { context, seconds } = b
  context.fillStyle = '#2f6f78'
  context.beginPath()
  context.ellipse(middle.x, middle.y, unit * 1.1, unit * 0.9, 0, 0, Math.PI * 2)
  context.fill()
  shape(
    b,
    [
      { x: middle.x + unit * 0.9, y: middle.y + unit * 0.2 },
      { x: middle.x + unit * 1.9, y: middle.y - unit * 0.75 },
      { x: middle.x + unit * 1.68, y: middle.y - unit * 0.85 },
      { x: middle.x + unit * 0.8, y: middle.y - unit * 0.35 },
    ],
    '#2f6f78',
  )
  context.strokeStyle = '#23272f'
  context.lineWidth = unit * 0.16
  context.beginPath()
  context.arc(middle.x, middle.y - unit * 0.55, unit * 0.85, Math.PI * 1.08, Math.PI * 1.92)
  context.stroke()
  disc(b, { x: middle.x, y: middle.y - unit * 0.92 }, { radius: unit * 0.13, color: '#23272f' })
  glow(b, { x: middle.x - unit * 0.4, y: middle.y - unit * 0.4 }, { radius: unit * 0.7, color: '#c8f0ec88' })
  for (let puff = 0; puff < 9; puff += 1) {
    const age = (puff / 9 + seconds * 0.35) % 1
    context.globalAlpha = 1 - age
    glow(
      b,
      {
        x: middle.x + unit * (1.85 + age * 1.3 + Math.sin(puff * 2 + seconds) * 0.2),
        y: middle.y - unit * (0.9 + age * 2.2),
      },
      { radius: unit * (0.3 + age * 0.9), color: '#fff8ea99' },
    )
    context.globalAlpha = 1
  }
}
