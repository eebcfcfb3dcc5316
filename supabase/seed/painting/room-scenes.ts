import type { Brush, Point, Scene } from './brush.ts'
import { at, disc, fillSky, glow, makeNumbers, polygon, ridge, shape, stars } from './brush.ts'
import { crow, figure, kettle, shelves } from './things.ts'

export const lantern: Scene = (b) => {
  fillSky(b, ['#04060f', '#0a1020', '#111a2c', '#0a0e1a'])
  stars(b, { count: 160, lowest: 0.7, seed: 101 })
  const flame = at(b, 0.42, 0.5)
  const flicker = 1 + Math.sin(b.seconds * 9) * 0.03 + Math.sin(b.seconds * 23) * 0.02
  glow(b, flame, { radius: b.height * 0.72 * flicker, color: '#ffab4acc' })
  ridge(b, { base: 0.95, rise: 0.05, stretch: 3, colors: ['#1a1420', '#07070d'], seed: 103 })
  polygon(b, '0.385,0.32 0.455,0.32 0.475,0.7 0.365,0.7', '#ffcf7a')
  glow(b, flame, { radius: b.height * 0.22 * flicker, color: '#fffbe2ff' })
  for (const x of [0.366, 0.402, 0.438, 0.474])
    shape(
      b,
      [
        at(b, 0.42 + (x - 0.42) * 0.7, 0.31),
        at(b, 0.424 + (x - 0.42) * 0.7, 0.31),
        at(b, x + 0.003, 0.71),
        at(b, x - 0.003, 0.71),
      ],
      '#1a1116',
    )
  polygon(b, '0.375,0.32 0.465,0.32 0.437,0.23 0.403,0.23', '#1d141a')
  polygon(b, '0.355,0.7 0.485,0.7 0.478,0.77 0.362,0.77', '#1d141a')
  figure(b, at(b, 0.64, 0.98), { size: b.height * 0.72, color: '#0d0d18', scarf: '#a4542c' })
}

export const library: Scene = (b) => {
  shelves(b, { top: -0.05, foot: 0.86, seed: 111, hues: [8, 24, 200, 150, 340] })
  polygon(b, '0,0.86 1,0.86 1,1 0,1', '#2a1812')
  polygon(b, '0.41,0 0.59,0 0.59,0.62 0.41,0.62', '#0f1d3a')
  disc(b, at(b, 0.535, 0.2), { radius: b.height * 0.06, color: '#f1f4ff' })
  glow(b, at(b, 0.535, 0.2), { radius: b.height * 0.3, color: '#bcd6ff77' })
  for (const x of [0.405, 0.497, 0.588])
    shape(b, [at(b, x, 0), at(b, x + 0.008, 0), at(b, x + 0.008, 0.63), at(b, x, 0.63)], '#3a2418')
  for (const y of [0.3, 0.61])
    shape(b, [at(b, 0.405, y), at(b, 0.596, y), at(b, 0.596, y + 0.018), at(b, 0.405, y + 0.018)], '#3a2418')
  polygon(b, '0.18,0.76 0.78,0.76 0.82,0.83 0.14,0.83', '#5b341f')
  polygon(b, '0.295,0.76 0.305,0.76 0.305,0.62 0.295,0.62', '#1c1310')
  polygon(b, '0.275,0.63 0.325,0.63 0.312,0.54 0.288,0.54', '#ffd27d')
  b.context.globalCompositeOperation = 'screen'
  glow(b, at(b, 0.3, 0.62), { radius: b.height * (0.62 + Math.sin(b.seconds * 3) * 0.01), color: '#ffb45ccc' })
  b.context.globalCompositeOperation = 'source-over'
  figure(b, at(b, 0.52, 0.85), { size: b.height * 0.34, color: '#120c12', scarf: '#3d7d86' })
}

export const kitchen: Scene = (b) => {
  fillSky(b, ['#f3c783', '#eab070', '#d8935d', '#b86f4c'])
  polygon(b, '0.08,0.08 0.42,0.08 0.42,0.6 0.08,0.6', '#fff3cf')
  ridge(
    { ...b, width: b.width * 0.42 },
    { base: 0.47, rise: 0.06, stretch: 4, colors: ['#9dbb8b', '#b9cf9e'], seed: 121 },
  )
  polygon(b, '0,0 0.08,0 0.08,1 0,1', '#c77f54')
  polygon(b, '0.08,0.6 0.42,0.6 0.42,1 0.08,1', '#b96f49')
  for (const x of [0.075, 0.247, 0.415])
    shape(b, [at(b, x, 0.06), at(b, x + 0.01, 0.06), at(b, x + 0.01, 0.62), at(b, x, 0.62)], '#7a4334')
  for (const y of [0.06, 0.32, 0.6])
    shape(b, [at(b, 0.075, y), at(b, 0.425, y), at(b, 0.425, y + 0.022), at(b, 0.075, y + 0.022)], '#7a4334')
  polygon(b, '0,0.74 1,0.74 1,1 0,1', '#5f3430')
  polygon(b, '0,0.72 1,0.72 1,0.765 0,0.765', '#e9c9a0')
  kettle(b, at(b, 0.66, 0.58), b.height * 0.16)
  crow(b, at(b, 0.3, 0.6), b.height * 0.3)
}

/** Sixteen points and their lines across the sheet. */
function compassRose(b: Brush, middle: Point): void {
  b.context.strokeStyle = '#6b4522'
  b.context.lineWidth = b.height / 260
  for (let line = 0; line < 16; line += 1) {
    const angle = (line / 16) * Math.PI * 2
    b.context.globalAlpha = 0.3
    b.context.beginPath()
    b.context.moveTo(middle.x, middle.y)
    b.context.lineTo(middle.x + Math.cos(angle) * b.width, middle.y + Math.sin(angle) * b.width)
    b.context.stroke()
  }
  b.context.globalAlpha = 1
  for (let point = 0; point < 16; point += 1) {
    const angle = (point / 16) * Math.PI * 2 + Math.sin(b.seconds * 0.7) * 0.1
    const long = b.height * (point % 4 === 0 ? 0.36 : point % 2 === 0 ? 0.22 : 0.13)
    const wide = angle + Math.PI / 2
    const half = b.height * 0.022
    shape(
      b,
      [
        { x: middle.x + Math.cos(angle) * long, y: middle.y + Math.sin(angle) * long },
        { x: middle.x + Math.cos(wide) * half, y: middle.y + Math.sin(wide) * half },
        middle,
      ],
      point % 4 === 0 ? '#8e2f25' : '#5f3b1c',
    )
    shape(
      b,
      [
        { x: middle.x + Math.cos(angle) * long, y: middle.y + Math.sin(angle) * long },
        { x: middle.x - Math.cos(wide) * half, y: middle.y - Math.sin(wide) * half },
        middle,
      ],
      '#efe0b8',
    )
  }
}

export const oldMap: Scene = (b) => {
  fillSky(b, ['#e4cf9f', '#d9bf88', '#c9a86c'])
  const next = makeNumbers(181)
  for (let spot = 0; spot < 26; spot += 1)
    glow(b, at(b, next(), next()), {
      radius: b.height * (0.1 + next() * 0.3),
      color: next() < 0.5 ? '#8a5a2a33' : '#fff3cf55',
    })
  ridge(b, { base: 0.32, rise: 0.14, stretch: 2.6, roughness: 0.7, colors: ['#a9894f66', '#a9894f22'], seed: 183 })
  compassRose(b, at(b, 0.68, 0.52))
  b.context.setLineDash([b.height * 0.03, b.height * 0.02])
  b.context.strokeStyle = '#9c2f25'
  b.context.lineWidth = b.height / 90
  b.context.beginPath()
  b.context.moveTo(b.width * 0.06, b.height * 0.84)
  b.context.bezierCurveTo(
    b.width * 0.22,
    b.height * 0.5,
    b.width * 0.32,
    b.height * 0.95,
    b.width * 0.5,
    b.height * 0.36,
  )
  b.context.stroke()
  b.context.setLineDash([])
}
