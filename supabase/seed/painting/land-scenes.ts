import type { Brush, Scene } from './brush.ts'
import { at, clouds, disc, fillSky, glow, makeNumbers, mist, polygon, ridge, shape, stars } from './brush.ts'
import { birds, crow, figure, firs, town } from './things.ts'

export const mountains: Scene = (b) => {
  fillSky(b, ['#f5b98c', '#e28f86', '#a8708c', '#5e4c78', '#3a3a66'])
  const sun = at(b, 0.64, 0.33)
  glow(b, sun, { radius: b.height * 0.5, color: '#ffe3b3bb' })
  disc(b, sun, { radius: b.height * 0.058, color: '#ffe3b5' })
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
  mist(b, { y: 0.68, depth: 0.05, color: '#f6bfa233' })
  ridge(b, {
    base: 0.74,
    rise: 0.14,
    stretch: 2.6,
    roughness: 0.5,
    colors: ['#4a3d6b', '#664a74'],
    seed: 53,
    shift: drift * 0.7,
  })
  mist(b, { y: 0.82, depth: 0.05, color: '#e0a09c2a' })
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

export const fogForest: Scene = (b) => {
  fillSky(b, ['#9fc4b4', '#cfe0cc', '#eee7c8', '#d9d8b6'])
  glow(b, at(b, 0.58, 0.3), { radius: b.height * 0.7, color: '#fff8d8cc' })
  for (const [index, color] of ['#9dbda9', '#7aa392', '#4f7f74', '#2c5a55', '#123835'].entries()) {
    ridge(b, { base: 0.62 + index * 0.09, rise: 0.05, stretch: 4, colors: [color, color], seed: 70 + index })
    firs(b, { foot: 0.66 + index * 0.09, count: 46 - index * 7, size: 0.2 + index * 0.085, color, seed: 80 + index })
    mist(b, { y: 0.68 + index * 0.09, depth: 0.09, color: '#eef0d844' })
  }
}

const cloths = ['#c8453c', '#e6a23a', '#2f7f86', '#efe0bd', '#7b4d84'] as const

/** A market stall; the number sets its position along the square. */
function stall(b: Brush, number: number, next: () => number): void {
  const x = -0.03 + number * 0.12 + next() * 0.02
  const y = 0.6 + (number % 2) * 0.09
  const cloth = cloths[number % cloths.length] ?? '#c8453c'
  const sway = Math.sin(b.seconds * 1.5 + number) * 0.008
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
    disc(b, at(b, x + 0.01 + next() * 0.11, y + 0.235 + next() * 0.03), {
      radius: b.height * 0.014,
      color: ['#e8873a', '#c4372f', '#7f9a3b', '#f0c24b'][fruit % 4] ?? '#e8873a',
    })
}

export const market: Scene = (b) => {
  fillSky(b, ['#f6d9a4', '#efb47c', '#d88a5e', '#9c5a4c'])
  town(b, { foot: 0.72, from: 0, to: 1, heightOf: 0.42, color: '#a8674f', light: '#5c3436', seed: 91 })
  town(b, { foot: 0.78, from: 0, to: 1, heightOf: 0.27, color: '#7f4a45', light: '#f6c987', seed: 95 })
  polygon(b, '0,0.74 1,0.74 1,1 0,1', '#5d3a3b')
  const next = makeNumbers(97)
  for (let number = 0; number < 9; number += 1) stall(b, number, next)
  for (let person = 0; person < 9; person += 1)
    figure(b, at(b, 0.06 + person * 0.11 + next() * 0.05, 0.97 + next() * 0.05), {
      size: b.height * (0.24 + next() * 0.08),
      color: ['#241725', '#33202f', '#2b2338'][person % 3] ?? '#241725',
    })
  glow(b, at(b, 0.2, 0.05), { radius: b.height * 0.9, color: '#fff0c488' })
}

export const rooftops: Scene = (b) => {
  fillSky(b, ['#101a3a', '#27306a', '#5a4688', '#b0668c', '#e99a83'])
  stars(b, { count: 140, lowest: 0.4, seed: 131 })
  const moon = at(b, 0.2, 0.2)
  glow(b, moon, { radius: b.height * 0.32, color: '#e8e2ff88' })
  disc(b, moon, { radius: b.height * 0.05, color: '#fff6e6' })
  disc(
    b,
    { x: moon.x + b.height * 0.022, y: moon.y - b.height * 0.012 },
    { radius: b.height * 0.043, color: '#2c3168' },
  )
  town(b, { foot: 0.8, from: -0.02, to: 1, heightOf: 0.26, color: '#5d4680', light: '#f7c58e', seed: 133 })
  mist(b, { y: 0.74, depth: 0.08, color: '#e89a9544' })
  town(b, { foot: 0.92, from: -0.02, to: 1, heightOf: 0.28, color: '#38305f', light: '#ffd27d', seed: 137 })
  town(b, { foot: 1.02, from: -0.04, to: 1, heightOf: 0.24, color: '#171736', light: '#ffe09a', seed: 139 })
  crow(b, at(b, 0.74, 0.64), b.height * 0.17)
  crow(b, at(b, 0.83, 0.655), b.height * 0.12)
}

export const aurora: Scene = (b) => {
  fillSky(b, ['#04071a', '#0a1a38', '#123a52', '#2b6a6b'])
  stars(b, { count: 380, lowest: 0.7, seed: 141 })
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

export const meadow: Scene = (b) => {
  fillSky(b, ['#5fb0d8', '#93cfe2', '#d3ebdf', '#f4efcb'])
  clouds(b, { y: 0.24, spread: 0.26, count: 12, color: '#ffffffbb', seed: 191, size: 1.2 })
  ridge(b, { base: 0.62, rise: 0.09, stretch: 4.4, colors: ['#7fb3a8', '#a5cbb0'], seed: 193 })
  ridge(b, { base: 0.74, rise: 0.08, stretch: 4, colors: ['#6aa36e', '#98bf73'], seed: 195 })
  town(b, { foot: 0.74, from: 0.6, to: 0.76, heightOf: 0.1, color: '#c9694a', light: '#fff2c8', seed: 197 })
  ridge(b, { base: 0.9, rise: 0.07, stretch: 3, colors: ['#4f8c4d', '#2f6a3f'], seed: 199 })
  const next = makeNumbers(201)
  for (let flower = 0; flower < 260; flower += 1) {
    const y = 0.86 + next() ** 0.8 * 0.14
    disc(b, at(b, next(), y), {
      radius: b.height * (0.004 + (y - 0.84) * 0.07),
      color: ['#f2c14e', '#e85f5c', '#f7f1e1', '#b47bd1'][flower % 4] ?? '#f2c14e',
    })
  }
  birds(b, { count: 6, color: '#2f4858', seed: 203, y: 0.34 })
}
