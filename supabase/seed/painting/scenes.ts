/// <reference lib="dom" />
import type { Brush } from './brush.ts'
import {
  clouds,
  disc,
  fillSky,
  glow,
  makeNumbers,
  mist,
  paintOver,
  ridge,
  sea,
  shape,
  stars,
  vignette,
} from './brush.ts'
import { birds, boat, figure, firs, pier, shelves, town, whale } from './things.ts'

type Scene = (brush: Brush) => void

const at = ({ width, height }: Brush, x: number, y: number) => ({ x: x * width, y: y * height })

const harbourDawn: Scene = (b) => {
  const sun = at(b, 0.66, 0.5 - b.seconds * 0.006)
  fillSky(b, ['#2a2f5e', '#7a5584', '#d97b79', '#f6b583', '#fbd9a0'])
  clouds(b, { y: 0.2, spread: 0.3, count: 9, color: '#f7b7a055', seed: 3 })
  glow(b, sun, b.height * 0.8, '#ffe2a6cc')
  disc(b, sun, b.height * 0.062, '#fff1cf')
  ridge(b, { base: 0.56, rise: 0.06, stretch: 6, colors: ['#8d6487', '#b77f83'], seed: 5 })
  sea(b, {
    top: 0.58,
    colors: ['#e89f80', '#9a6483', '#33315c', '#1a1d40'],
    glint: { x: 0.66, color: '#ffe6b0' },
    seed: 4,
  })
  town(b, { foot: 0.59, from: 0, to: 0.34, heightOf: 0.12, color: '#463a60', light: '#ffd98a', seed: 6 })
  mist(b, 0.58, 0.06, '#f8c9a044')
  boat(b, at(b, 0.5 + b.seconds * 0.008, 0.66), { size: b.height * 0.13, color: '#2a2346', sail: '#f3c79c', phase: 1 })
  boat(b, at(b, 0.78 + b.seconds * 0.005, 0.62), { size: b.height * 0.07, color: '#3b2f55', sail: '#e3aa8e', phase: 3 })
  boat(b, at(b, 0.34 + b.seconds * 0.01, 0.78), { size: b.height * 0.24, color: '#191833', sail: '#d8926f', phase: 2 })
  pier(b, { deck: 0.84, end: 0.27, color: '#12122a' })
  figure(b, at(b, 0.235, 0.845), { size: b.height * 0.15, color: '#0d0e22', scarf: '#c9493d' })
  birds(b, { count: 9, color: '#3a2d52', seed: 9, y: 0.3 })
}

const nightSea: Scene = (b) => {
  const moon = at(b, 0.3, 0.24)
  fillSky(b, ['#050a1f', '#0b1b3d', '#16375e', '#2a6078'])
  stars(b, 420, 0.58, 11)
  glow(b, moon, b.height * 0.65, '#bfe0ff88')
  disc(b, moon, b.height * 0.07, '#f2f6ff')
  clouds(b, { y: 0.42, spread: 0.2, count: 7, color: '#6fa0b844', seed: 8 })
  sea(b, {
    top: 0.6,
    colors: ['#23506e', '#0d2747', '#050f26'],
    glint: { x: 0.3, color: '#cfe8ff', width: 1.2 },
    swell: 1.5,
    seed: 21,
  })
  boat(b, at(b, 0.62 + b.seconds * 0.006, 0.72), {
    size: b.height * 0.24,
    color: '#050b1c',
    sail: '#324a6b',
    lamp: '#ffc56b',
  })
}

const whaleDeep: Scene = (b) => {
  fillSky(b, ['#7fd3d6', '#2a91a8', '#0f4f74', '#082443', '#030d22'])
  b.context.globalCompositeOperation = 'screen'
  for (let ray = 0; ray < 9; ray += 1) {
    const x = (0.08 + ray * 0.11 + Math.sin(b.seconds * 0.5 + ray) * 0.015) * b.width
    const fade = b.context.createLinearGradient(0, 0, 0, b.height * 0.85)
    fade.addColorStop(0, `rgba(200,255,240,${0.1 + 0.08 * Math.sin(ray * 2.1 + b.seconds)})`)
    fade.addColorStop(1, 'rgba(200,255,240,0)')
    shape(
      b,
      [
        { x, y: 0 },
        { x: x + b.width * 0.045, y: 0 },
        { x: x - b.width * 0.06, y: b.height },
        { x: x - b.width * 0.16, y: b.height },
      ],
      fade,
    )
  }
  b.context.globalCompositeOperation = 'source-over'
  whale(b, at(b, 0.56 - b.seconds * 0.018, 0.5 + Math.sin(b.seconds * 0.9) * 0.012), {
    size: b.height * 0.86,
    color: '#143a59',
    belly: '#7fb4bf',
  })
  whale(b, at(b, 0.2 - b.seconds * 0.006, 0.72), { size: b.height * 0.26, color: '#1a4a68', belly: '#5d9bab' })
  const next = makeNumbers(31)
  for (let index = 0; index < 70; index += 1) {
    const rise = (next() + b.seconds * 0.03 * (0.4 + next())) % 1
    disc(b, at(b, next(), 1 - rise), (0.1 + next() ** 4 * 0.6) * (b.height / 100), 'rgba(220,255,250,0.45)')
  }
  ridge(b, { base: 0.98, rise: 0.07, stretch: 3, colors: ['#041427', '#020914'], seed: 14 })
}

const lighthouse: Scene = (b) => {
  fillSky(b, ['#152238', '#2f4a5f', '#6d7f85', '#c5a98c'])
  clouds(b, { y: 0.25, spread: 0.45, count: 16, color: '#20304699', seed: 12, size: 1.5 })
  clouds(b, { y: 0.5, spread: 0.2, count: 6, color: '#e0b99055', seed: 15 })
  const lamp = at(b, 0.72, 0.25)
  const turn = Math.sin(b.seconds * 0.8 + 0.6)
  b.context.globalCompositeOperation = 'screen'
  const beam = b.context.createLinearGradient(lamp.x, lamp.y, lamp.x - b.width * 0.7, lamp.y)
  beam.addColorStop(0, 'rgba(255,236,176,0.75)')
  beam.addColorStop(1, 'rgba(255,236,176,0)')
  shape(b, [lamp, at(b, 0, 0.02 + turn * 0.12), at(b, 0, 0.36 + turn * 0.12)], beam)
  b.context.globalCompositeOperation = 'source-over'
  sea(b, { top: 0.66, colors: ['#67798a', '#2b4256', '#0e1b2b'], swell: 2, seed: 40 })
  ridge(b, {
    base: 1.02,
    rise: 0.2,
    stretch: 4.6,
    roughness: 0.6,
    colors: ['#1c2532', '#0a0f18'],
    seed: 61,
    shift: 1.1,
  })
  const rock = [
    [0.56, 1],
    [0.6, 0.95],
    [0.64, 0.925],
    [0.67, 0.88],
    [0.7, 0.865],
    [0.75, 0.87],
    [0.79, 0.9],
    [0.83, 0.93],
    [0.9, 0.96],
    [0.94, 1],
  ] as const
  const tower = [
    [0.697, 0.92],
    [0.706, 0.31],
    [0.734, 0.31],
    [0.745, 0.92],
  ] as const
  shape(
    b,
    tower.map(([x, y]) => at(b, x, y)),
    '#d8d2c4',
  )
  shape(
    b,
    rock.map(([x, y]) => at(b, x, y)),
    '#0d131d',
  )
  for (const [top, foot] of [
    [0.38, 0.48],
    [0.6, 0.72],
  ] as const)
    shape(
      b,
      [
        at(b, 0.7055 - (top - 0.31) * 0.0145, top),
        at(b, 0.7345 + (top - 0.31) * 0.018, top),
        at(b, 0.7345 + (foot - 0.31) * 0.018, foot),
        at(b, 0.7055 - (foot - 0.31) * 0.0145, foot),
      ],
      '#a8443a',
    )
  shape(b, [at(b, 0.7, 0.31), at(b, 0.74, 0.31), at(b, 0.736, 0.285), at(b, 0.704, 0.285)], '#1a2230')
  shape(b, [at(b, 0.707, 0.285), at(b, 0.733, 0.285), at(b, 0.733, 0.22), at(b, 0.707, 0.22)], '#ffe9ae')
  shape(b, [at(b, 0.702, 0.22), at(b, 0.738, 0.22), at(b, 0.72, 0.165)], '#8e372f')
  glow(b, lamp, b.height * 0.42, '#fff0bccc')
  mist(b, 0.68, 0.06, '#c9d2d433')
}

const saltFlats: Scene = (b) => {
  fillSky(b, ['#f4a97a', '#f2906f', '#d96f79', '#8a5a86', '#4b3f70'].toReversed())
  const sun = at(b, 0.36, 0.44)
  glow(b, sun, b.height * 0.75, '#ffdca0dd')
  disc(b, sun, b.height * 0.11, '#fff0cd')
  clouds(b, { y: 0.18, spread: 0.25, count: 8, color: '#ffb99a55', seed: 22, size: 1.4 })
  ridge(b, { base: 0.6, rise: 0.1, stretch: 5, colors: ['#7a4f7c', '#a86878'], seed: 24 })
  ridge(b, { base: 0.64, rise: 0.05, stretch: 3, colors: ['#5b3d68', '#8f5a72'], seed: 29 })
  sea(b, {
    top: 0.66,
    colors: ['#f3b08c', '#e6947f', '#a9687f', '#5a4270'],
    glint: { x: 0.36, color: '#fff0d0', width: 0.8 },
    swell: 0.3,
    seed: 25,
  })
  figure(b, at(b, 0.58, 0.86), { size: b.height * 0.2, color: '#2a1c3f', scarf: '#f2e3c2' })
  figure(b, at(b, 0.62, 0.84), { size: b.height * 0.13, color: '#33234a' })
  b.context.globalAlpha = 0.35
  shape(b, [at(b, 0.575, 0.865), at(b, 0.592, 0.865), at(b, 0.69, 0.99), at(b, 0.64, 0.99)], '#2a1c3f')
  b.context.globalAlpha = 1
}

const mountains: Scene = (b) => {
  fillSky(b, ['#f5b98c', '#e28f86', '#a8708c', '#5e4c78', '#3a3a66'])
  const sun = at(b, 0.64, 0.33)
  glow(b, sun, b.height * 0.5, '#ffe3b3bb')
  disc(b, sun, b.height * 0.058, '#ffe3b5')
  const drift = b.seconds * 0.03
  ridge(b, {
    base: 0.56,
    rise: 0.2,
    stretch: 3,
    roughness: 0.45,
    colors: ['#84608a', '#a27390'],
    seed: 51,
    shift: drift * 0.3,
  })
  mist(b, 0.68, 0.05, '#f6bfa233')
  ridge(b, {
    base: 0.74,
    rise: 0.14,
    stretch: 2.6,
    roughness: 0.5,
    colors: ['#4a3d6b', '#664a74'],
    seed: 53,
    shift: drift * 0.7,
  })
  mist(b, 0.82, 0.05, '#e0a09c2a')
  ridge(b, {
    base: 0.9,
    rise: 0.13,
    stretch: 2.2,
    roughness: 0.45,
    colors: ['#22203f', '#15152d'],
    seed: 57,
    shift: drift * 1.4,
  })
  birds(b, { count: 7, color: '#4b3c64', seed: 58, y: 0.28 })
}

const fogForest: Scene = (b) => {
  fillSky(b, ['#9fc4b4', '#cfe0cc', '#eee7c8', '#d9d8b6'])
  glow(b, at(b, 0.58, 0.3), b.height * 0.7, '#fff8d8cc')
  for (const [index, color] of ['#9dbda9', '#7aa392', '#4f7f74', '#2c5a55', '#123835'].entries()) {
    ridge(b, { base: 0.62 + index * 0.09, rise: 0.05, stretch: 4, colors: [color, color], seed: 70 + index })
    firs(b, { foot: 0.66 + index * 0.09, count: 46 - index * 7, size: 0.2 + index * 0.085, color, seed: 80 + index })
    mist(b, 0.68 + index * 0.09, 0.09, '#eef0d844')
  }
}

const market: Scene = (b) => {
  fillSky(b, ['#f6d9a4', '#efb47c', '#d88a5e', '#9c5a4c'])
  town(b, { foot: 0.72, from: 0, to: 1, heightOf: 0.42, color: '#a8674f', light: '#5c3436', seed: 91 })
  town(b, { foot: 0.78, from: 0, to: 1, heightOf: 0.27, color: '#7f4a45', light: '#f6c987', seed: 95 })
  shape(b, [at(b, 0, 0.74), at(b, 1, 0.74), at(b, 1, 1), at(b, 0, 1)], '#5d3a3b')
  const next = makeNumbers(97)
  const cloths = ['#c8453c', '#e6a23a', '#2f7f86', '#efe0bd', '#7b4d84']
  for (let stall = 0; stall < 9; stall += 1) {
    const x = -0.03 + stall * 0.12 + next() * 0.02
    const y = 0.6 + (stall % 2) * 0.09
    const cloth = cloths[stall % cloths.length] ?? '#c8453c'
    const sway = Math.sin(b.seconds * 1.5 + stall) * 0.008
    shape(b, [at(b, x, y + 0.09), at(b, x + 0.13, y + 0.09), at(b, x + 0.13, y + 0.34), at(b, x, y + 0.34)], '#3b2330')
    shape(
      b,
      [at(b, x + 0.015, y), at(b, x + 0.115, y), at(b, x + 0.14 + sway, y + 0.12), at(b, x - 0.01 + sway, y + 0.12)],
      cloth,
    )
    for (let stripe = 0; stripe < 3; stripe += 1)
      shape(
        b,
        [
          at(b, x + 0.03 + stripe * 0.033, y),
          at(b, x + 0.045 + stripe * 0.033, y),
          at(b, x + 0.041 + stripe * 0.041 + sway, y + 0.12),
          at(b, x + 0.02 + stripe * 0.041 + sway, y + 0.12),
        ],
        '#f6ead0',
      )
    for (let fruit = 0; fruit < 16; fruit += 1)
      disc(
        b,
        at(b, x + 0.01 + next() * 0.11, y + 0.235 + next() * 0.03),
        b.height * 0.014,
        ['#e8873a', '#c4372f', '#7f9a3b', '#f0c24b'][fruit % 4] ?? '#e8873a',
      )
  }
  for (let person = 0; person < 9; person += 1)
    figure(b, at(b, 0.06 + person * 0.11 + next() * 0.05, 0.97 + next() * 0.05), {
      size: b.height * (0.24 + next() * 0.08),
      color: ['#241725', '#33202f', '#2b2338'][person % 3] ?? '#241725',
    })
  glow(b, at(b, 0.2, 0.05), b.height * 0.9, '#fff0c488')
}

const lantern: Scene = (b) => {
  fillSky(b, ['#04060f', '#0a1020', '#111a2c', '#0a0e1a'])
  stars(b, 160, 0.7, 101)
  const flame = at(b, 0.42, 0.5)
  const flicker = 1 + Math.sin(b.seconds * 9) * 0.03 + Math.sin(b.seconds * 23) * 0.02
  glow(b, flame, b.height * 0.72 * flicker, '#ffab4acc')
  ridge(b, { base: 0.95, rise: 0.05, stretch: 3, colors: ['#1a1420', '#07070d'], seed: 103 })
  shape(b, [at(b, 0.385, 0.32), at(b, 0.455, 0.32), at(b, 0.475, 0.7), at(b, 0.365, 0.7)], '#ffcf7a')
  glow(b, flame, b.height * 0.22 * flicker, '#fffbe2ff')
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
  shape(b, [at(b, 0.375, 0.32), at(b, 0.465, 0.32), at(b, 0.437, 0.23), at(b, 0.403, 0.23)], '#1d141a')
  shape(b, [at(b, 0.355, 0.7), at(b, 0.485, 0.7), at(b, 0.478, 0.77), at(b, 0.362, 0.77)], '#1d141a')
  figure(b, at(b, 0.64, 0.98), { size: b.height * 0.72, color: '#0d0d18', scarf: '#a4542c' })
}

const library: Scene = (b) => {
  shelves(b, { top: -0.05, foot: 0.86, seed: 111, hues: [8, 24, 200, 150, 340] })
  shape(b, [at(b, 0, 0.86), at(b, 1, 0.86), at(b, 1, 1), at(b, 0, 1)], '#2a1812')
  shape(b, [at(b, 0.41, 0), at(b, 0.59, 0), at(b, 0.59, 0.62), at(b, 0.41, 0.62)], '#0f1d3a')
  disc(b, at(b, 0.535, 0.2), b.height * 0.06, '#f1f4ff')
  glow(b, at(b, 0.535, 0.2), b.height * 0.3, '#bcd6ff77')
  for (const x of [0.405, 0.497, 0.588])
    shape(b, [at(b, x, 0), at(b, x + 0.008, 0), at(b, x + 0.008, 0.63), at(b, x, 0.63)], '#3a2418')
  for (const y of [0.3, 0.61])
    shape(b, [at(b, 0.405, y), at(b, 0.596, y), at(b, 0.596, y + 0.018), at(b, 0.405, y + 0.018)], '#3a2418')
  shape(b, [at(b, 0.18, 0.76), at(b, 0.78, 0.76), at(b, 0.82, 0.83), at(b, 0.14, 0.83)], '#5b341f')
  shape(b, [at(b, 0.295, 0.76), at(b, 0.305, 0.76), at(b, 0.305, 0.62), at(b, 0.295, 0.62)], '#1c1310')
  shape(b, [at(b, 0.275, 0.63), at(b, 0.325, 0.63), at(b, 0.312, 0.54), at(b, 0.288, 0.54)], '#ffd27d')
  b.context.globalCompositeOperation = 'screen'
  glow(b, at(b, 0.3, 0.62), b.height * (0.62 + Math.sin(b.seconds * 3) * 0.01), '#ffb45ccc')
  b.context.globalCompositeOperation = 'source-over'
  figure(b, at(b, 0.52, 0.85), { size: b.height * 0.34, color: '#120c12', scarf: '#3d7d86' })
}

const kitchen: Scene = (b) => {
  fillSky(b, ['#f3c783', '#eab070', '#d8935d', '#b86f4c'])
  shape(b, [at(b, 0.08, 0.08), at(b, 0.42, 0.08), at(b, 0.42, 0.6), at(b, 0.08, 0.6)], '#fff3cf')
  ridge(
    { ...b, width: b.width * 0.42 },
    { base: 0.47, rise: 0.06, stretch: 4, colors: ['#9dbb8b', '#b9cf9e'], seed: 121 },
  )
  shape(b, [at(b, 0, 0), at(b, 0.08, 0), at(b, 0.08, 1), at(b, 0, 1)], '#c77f54')
  shape(b, [at(b, 0.08, 0.6), at(b, 0.42, 0.6), at(b, 0.42, 1), at(b, 0.08, 1)], '#b96f49')
  for (const x of [0.075, 0.247, 0.415])
    shape(b, [at(b, x, 0.06), at(b, x + 0.01, 0.06), at(b, x + 0.01, 0.62), at(b, x, 0.62)], '#7a4334')
  for (const y of [0.06, 0.32, 0.6])
    shape(b, [at(b, 0.075, y), at(b, 0.425, y), at(b, 0.425, y + 0.022), at(b, 0.075, y + 0.022)], '#7a4334')
  shape(b, [at(b, 0, 0.74), at(b, 1, 0.74), at(b, 1, 1), at(b, 0, 1)], '#5f3430')
  shape(b, [at(b, 0, 0.72), at(b, 1, 0.72), at(b, 1, 0.765), at(b, 0, 0.765)], '#e9c9a0')
  const kettle = at(b, 0.66, 0.58)
  const unit = b.height * 0.16
  b.context.fillStyle = '#2f6f78'
  b.context.beginPath()
  b.context.ellipse(kettle.x, kettle.y, unit * 1.1, unit * 0.9, 0, 0, Math.PI * 2)
  b.context.fill()
  shape(
    b,
    [
      { x: kettle.x + unit * 0.9, y: kettle.y + unit * 0.2 },
      { x: kettle.x + unit * 1.9, y: kettle.y - unit * 0.75 },
      { x: kettle.x + unit * 1.68, y: kettle.y - unit * 0.85 },
      { x: kettle.x + unit * 0.8, y: kettle.y - unit * 0.35 },
    ],
    '#2f6f78',
  )
  b.context.strokeStyle = '#23272f'
  b.context.lineWidth = unit * 0.16
  b.context.beginPath()
  b.context.arc(kettle.x, kettle.y - unit * 0.55, unit * 0.85, Math.PI * 1.08, Math.PI * 1.92)
  b.context.stroke()
  disc(b, { x: kettle.x, y: kettle.y - unit * 0.92 }, unit * 0.13, '#23272f')
  glow(b, { x: kettle.x - unit * 0.4, y: kettle.y - unit * 0.4 }, unit * 0.7, '#c8f0ec88')
  for (let puff = 0; puff < 9; puff += 1) {
    const age = (puff / 9 + b.seconds * 0.35) % 1
    b.context.globalAlpha = 1 - age
    glow(
      b,
      {
        x: kettle.x + unit * (1.85 + age * 1.3 + Math.sin(puff * 2 + b.seconds) * 0.2),
        y: kettle.y - unit * (0.9 + age * 2.2),
      },
      unit * (0.3 + age * 0.9),
      '#fff8ea99',
    )
    b.context.globalAlpha = 1
  }
  crow(b, 0.3, 0.6, b.height * 0.3)
}

function crow(b: Brush, x: number, y: number, size: number): void {
  const { context } = b
  const nod = Math.sin(b.seconds * 2.4) * 0.05
  context.save()
  context.translate(x * b.width, y * b.height)
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

const rooftops: Scene = (b) => {
  fillSky(b, ['#101a3a', '#27306a', '#5a4688', '#b0668c', '#e99a83'])
  stars(b, 140, 0.4, 131)
  const moon = at(b, 0.2, 0.2)
  glow(b, moon, b.height * 0.32, '#e8e2ff88')
  disc(b, moon, b.height * 0.05, '#fff6e6')
  disc(b, { x: moon.x + b.height * 0.022, y: moon.y - b.height * 0.012 }, b.height * 0.043, '#2c3168')
  town(b, { foot: 0.8, from: -0.02, to: 1, heightOf: 0.26, color: '#5d4680', light: '#f7c58e', seed: 133 })
  mist(b, 0.74, 0.08, '#e89a9544')
  town(b, { foot: 0.92, from: -0.02, to: 1, heightOf: 0.28, color: '#38305f', light: '#ffd27d', seed: 137 })
  town(b, { foot: 1.02, from: -0.04, to: 1, heightOf: 0.24, color: '#171736', light: '#ffe09a', seed: 139 })
  crow(b, 0.74, 0.64, b.height * 0.17)
  crow(b, 0.83, 0.655, b.height * 0.12)
}

const aurora: Scene = (b) => {
  fillSky(b, ['#04071a', '#0a1a38', '#123a52', '#2b6a6b'])
  stars(b, 380, 0.7, 141)
  b.context.globalCompositeOperation = 'screen'
  for (let band = 0; band < 90; band += 1) {
    const part = band / 90
    const x = part * 1.1 - 0.05
    const y = 0.36 + Math.sin(part * 7 + b.seconds * 0.35) * 0.12 + Math.sin(part * 17 + b.seconds * 0.5) * 0.04
    const rise = 0.3 + 0.1 * Math.sin(part * 23 + b.seconds)
    const fade = b.context.createLinearGradient(0, (y - rise) * b.height, 0, (y + 0.05) * b.height)
    fade.addColorStop(0, 'rgba(120,60,200,0)')
    fade.addColorStop(0.55, 'rgba(90,120,230,0.16)')
    fade.addColorStop(0.92, `rgba(90,255,190,${0.34 + 0.18 * Math.sin(part * 31 + b.seconds * 1.2)})`)
    fade.addColorStop(1, 'rgba(90,255,190,0)')
    shape(b, [at(b, x, y - rise), at(b, x + 0.03, y - rise), at(b, x + 0.03, y + 0.05), at(b, x, y + 0.05)], fade)
  }
  b.context.globalCompositeOperation = 'source-over'
  ridge(b, { base: 0.72, rise: 0.12, stretch: 3, colors: ['#14324a', '#1d4a58'], seed: 143 })
  ridge(b, { base: 0.86, rise: 0.07, stretch: 2.4, colors: ['#0a1a2c', '#06101d'], seed: 147 })
  firs(b, { foot: 0.93, count: 40, size: 0.2, color: '#050c17', seed: 149 })
  town(b, { foot: 0.95, from: 0.56, to: 0.68, heightOf: 0.08, color: '#0b1526', light: '#ffcf7a', seed: 151 })
}

const storm: Scene = (b) => {
  fillSky(b, ['#0c1218', '#1f2c35', '#42555a', '#6d7a70'])
  clouds(b, { y: 0.22, spread: 0.5, count: 22, color: '#0b1116aa', seed: 161, size: 1.7 })
  clouds(b, { y: 0.4, spread: 0.3, count: 8, color: '#aab59f33', seed: 163, size: 1.4 })
  sea(b, { top: 0.5, colors: ['#5b6f70', '#2c4448', '#0d1b20'], swell: 3.4, seed: 165 })
  for (const [index, color] of ['#3a5558', '#24393d', '#13242a'].entries())
    ridge(b, {
      base: 0.72 + index * 0.13,
      rise: 0.1,
      stretch: 3.6 - index * 0.5,
      roughness: 0.25,
      colors: ['#9db3aa', color, color],
      seed: 167 + index,
      shift: b.seconds * (0.25 + index * 0.2),
    })
  boat(b, at(b, 0.47, 0.63), { size: b.height * 0.26, color: '#0a1013', sail: '#b9b09a', lamp: '#ffbf66' })
  b.context.strokeStyle = 'rgba(210,225,225,0.16)'
  b.context.lineWidth = b.height / 400
  const next = makeNumbers(171)
  for (let drop = 0; drop < 220; drop += 1) {
    const x = next() * 1.2
    const y = (next() + b.seconds * 1.7) % 1
    b.context.beginPath()
    b.context.moveTo((x - y * 0.1) * b.width, y * b.height)
    b.context.lineTo((x - y * 0.1 - 0.012) * b.width, (y + 0.07) * b.height)
    b.context.stroke()
  }
}

const oldMap: Scene = (b) => {
  fillSky(b, ['#e4cf9f', '#d9bf88', '#c9a86c'])
  const next = makeNumbers(181)
  for (let spot = 0; spot < 26; spot += 1)
    glow(b, at(b, next(), next()), b.height * (0.1 + next() * 0.3), next() < 0.5 ? '#8a5a2a33' : '#fff3cf55')
  ridge(b, { base: 0.32, rise: 0.14, stretch: 2.6, roughness: 0.7, colors: ['#a9894f66', '#a9894f22'], seed: 183 })
  b.context.strokeStyle = '#6b4522'
  b.context.lineWidth = b.height / 260
  for (let line = 0; line < 16; line += 1) {
    const angle = (line / 16) * Math.PI * 2
    const from = at(b, 0.68, 0.52)
    b.context.globalAlpha = 0.3
    b.context.beginPath()
    b.context.moveTo(from.x, from.y)
    b.context.lineTo(from.x + Math.cos(angle) * b.width, from.y + Math.sin(angle) * b.width)
    b.context.stroke()
  }
  b.context.globalAlpha = 1
  const middle = at(b, 0.68, 0.52)
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

const meadow: Scene = (b) => {
  fillSky(b, ['#5fb0d8', '#93cfe2', '#d3ebdf', '#f4efcb'])
  clouds(b, { y: 0.24, spread: 0.26, count: 12, color: '#ffffffbb', seed: 191, size: 1.2 })
  ridge(b, { base: 0.62, rise: 0.09, stretch: 4.4, colors: ['#7fb3a8', '#a5cbb0'], seed: 193 })
  ridge(b, { base: 0.74, rise: 0.08, stretch: 4, colors: ['#6aa36e', '#98bf73'], seed: 195 })
  town(b, { foot: 0.74, from: 0.6, to: 0.76, heightOf: 0.1, color: '#c9694a', light: '#fff2c8', seed: 197 })
  ridge(b, { base: 0.9, rise: 0.07, stretch: 3, colors: ['#4f8c4d', '#2f6a3f'], seed: 199 })
  const next = makeNumbers(201)
  for (let flower = 0; flower < 260; flower += 1) {
    const y = 0.86 + next() ** 0.8 * 0.14
    disc(
      b,
      at(b, next(), y),
      b.height * (0.004 + (y - 0.84) * 0.07),
      ['#f2c14e', '#e85f5c', '#f7f1e1', '#b47bd1'][flower % 4] ?? '#f2c14e',
    )
  }
  birds(b, { count: 6, color: '#2f4858', seed: 203, y: 0.34 })
}

/** Everything that can be painted, by name. */
export const scenes: Readonly<Record<string, Scene>> = {
  'harbour-dawn': harbourDawn,
  'night-sea': nightSea,
  'whale-deep': whaleDeep,
  lighthouse,
  'salt-flats': saltFlats,
  mountains,
  'fog-forest': fogForest,
  market,
  lantern,
  library,
  kitchen,
  rooftops,
  aurora,
  storm,
  'old-map': oldMap,
  meadow,
}

/** Paints a scene with its brushwork and its dark corners. */
export function paintScene(brush: Brush, name: string): void {
  const scene = scenes[name]
  if (scene === undefined) throw new Error(`there is no scene ${name}`)
  scene(brush)
  paintOver(brush, 5)
  vignette(brush)
}
