import type { Scene } from './brush.ts'
import { at, clouds, disc, fillSky, glow, makeNumbers, mist, polygon, ridge, sea, shape, stars } from './brush.ts'
import { birds, boat, figure, pier, town, whale } from './things.ts'

export const harbourDawn: Scene = (b) => {
  const sun = at(b, 0.66, 0.5 - b.seconds * 0.006)
  fillSky(b, ['#2a2f5e', '#7a5584', '#d97b79', '#f6b583', '#fbd9a0'])
  clouds(b, { y: 0.2, spread: 0.3, count: 9, color: '#f7b7a055', seed: 3 })
  glow(b, sun, { radius: b.height * 0.8, color: '#ffe2a6cc' })
  disc(b, sun, { radius: b.height * 0.062, color: '#fff1cf' })
  ridge(b, { base: 0.56, rise: 0.06, stretch: 6, colors: ['#8d6487', '#b77f83'], seed: 5 })
  sea(b, {
    top: 0.58,
    colors: ['#e89f80', '#9a6483', '#33315c', '#1a1d40'],
    glint: { x: 0.66, color: '#ffe6b0' },
    seed: 4,
  })
  town(b, { foot: 0.59, from: 0, to: 0.34, heightOf: 0.12, color: '#463a60', light: '#ffd98a', seed: 6 })
  mist(b, { y: 0.58, depth: 0.06, color: '#f8c9a044' })
  boat(b, at(b, 0.5 + b.seconds * 0.008, 0.66), { size: b.height * 0.13, color: '#2a2346', sail: '#f3c79c', phase: 1 })
  boat(b, at(b, 0.78 + b.seconds * 0.005, 0.62), { size: b.height * 0.07, color: '#3b2f55', sail: '#e3aa8e', phase: 3 })
  boat(b, at(b, 0.34 + b.seconds * 0.01, 0.78), { size: b.height * 0.24, color: '#191833', sail: '#d8926f', phase: 2 })
  pier(b, { deck: 0.84, end: 0.27, color: '#12122a' })
  figure(b, at(b, 0.235, 0.845), { size: b.height * 0.15, color: '#0d0e22', scarf: '#c9493d' })
  birds(b, { count: 9, color: '#3a2d52', seed: 9, y: 0.3 })
}

export const nightSea: Scene = (b) => {
  const moon = at(b, 0.3, 0.24)
  fillSky(b, ['#050a1f', '#0b1b3d', '#16375e', '#2a6078'])
  stars(b, { count: 420, lowest: 0.58, seed: 11 })
  glow(b, moon, { radius: b.height * 0.65, color: '#bfe0ff88' })
  disc(b, moon, { radius: b.height * 0.07, color: '#f2f6ff' })
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

export const whaleDeep: Scene = (b) => {
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
    disc(b, at(b, next(), 1 - rise), {
      radius: (0.1 + next() ** 4 * 0.6) * (b.height / 100),
      color: 'rgba(220,255,250,0.45)',
    })
  }
  ridge(b, { base: 0.98, rise: 0.07, stretch: 3, colors: ['#041427', '#020914'], seed: 14 })
}

export const lighthouse: Scene = (b) => {
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
  polygon(b, '0.697,0.92 0.706,0.31 0.734,0.31 0.745,0.92', '#d8d2c4')
  polygon(b, '0.56,1 0.6,0.95 0.64,0.925 0.67,0.88 0.7,0.865 0.75,0.87 0.79,0.9 0.83,0.93 0.9,0.96 0.94,1', '#0d131d')
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
  polygon(b, '0.7,0.31 0.74,0.31 0.736,0.285 0.704,0.285', '#1a2230')
  polygon(b, '0.707,0.285 0.733,0.285 0.733,0.22 0.707,0.22', '#ffe9ae')
  polygon(b, '0.702,0.22 0.738,0.22 0.72,0.165', '#8e372f')
  glow(b, lamp, { radius: b.height * 0.42, color: '#fff0bccc' })
  mist(b, { y: 0.68, depth: 0.06, color: '#c9d2d433' })
}

export const saltFlats: Scene = (b) => {
  fillSky(b, ['#f4a97a', '#f2906f', '#d96f79', '#8a5a86', '#4b3f70'].toReversed())
  const sun = at(b, 0.36, 0.44)
  glow(b, sun, { radius: b.height * 0.75, color: '#ffdca0dd' })
  disc(b, sun, { radius: b.height * 0.11, color: '#fff0cd' })
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
  polygon(b, '0.575,0.865 0.592,0.865 0.69,0.99 0.64,0.99', '#2a1c3f')
  b.context.globalAlpha = 1
}

export const storm: Scene = (b) => {
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
