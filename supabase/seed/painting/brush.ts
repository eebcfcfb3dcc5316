/// <reference lib="dom" />

/** Draws on one picture; lengths are in hundredths of its height, so that every size shows the same picture. */
export type Brush = {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Seconds since the start of the film; 0 in a still. */
  readonly seconds: number
}

export type Point = { x: number; y: number }
/** Paints one picture, from the sky to the foreground. */
export type Scene = (brush: Brush) => void
export type Stops = readonly string[]

/** Returns a point given in fractions of the picture's width and height. */
export const at = ({ width, height }: Brush, x: number, y: number): Point => ({ x: x * width, y: y * height })

/** Makes a generator of numbers in [0, 1), the same for the same seed. */
export function makeNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A smooth curve through random heights: several octaves, value about -1 … 1. */
function makeHills(seed: number): (x: number, roughness?: number) => number {
  const next = makeNumbers(seed)
  const heights = Array.from({ length: 512 }, () => next() * 2 - 1)
  const at = (x: number): number => {
    const floor = Math.floor(x)
    const part = x - floor
    const ease = part * part * (3 - 2 * part)
    const low = heights[((floor % 512) + 512) % 512] ?? 0
    const high = heights[(((floor + 1) % 512) + 512) % 512] ?? 0
    return low + (high - low) * ease
  }
  return (x, roughness = 0.5) => at(x) + at(x * 2.1 + 40) * roughness + at(x * 4.7 + 90) * roughness * roughness
}

export function fillSky({ context, width, height }: Brush, stops: Stops): void {
  const gradient = context.createLinearGradient(0, 0, 0, height)
  for (const [index, stop] of stops.entries()) gradient.addColorStop(index / (stops.length - 1), stop)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

export type Light = { radius: number; color: string }

/** Draws a light that fades from its centre; the colour may be half transparent there. */
export function glow({ context }: Brush, { x, y }: Point, { radius, color }: Light): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius)
  gradient.addColorStop(0, color)
  gradient.addColorStop(1, `${color.slice(0, 7)}00`)
  context.fillStyle = gradient
  context.fillRect(x - radius, y - radius, radius * 2, radius * 2)
}

export function disc({ context }: Brush, { x, y }: Point, { radius, color }: Light): void {
  context.fillStyle = color
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

/** Draws a filled shape through points. */
export function shape({ context }: Brush, points: readonly Point[], fill: string | CanvasGradient): void {
  context.fillStyle = fill
  context.beginPath()
  for (const [index, { x, y }] of points.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
  context.fill()
}

/** Draws a filled shape whose corners are written `x,y x,y …`, in fractions of the picture's width and height. */
export function polygon(brush: Brush, corners: string, fill: string): void {
  const points = corners.split(' ').map((corner) => {
    const [x = 0, y = 0] = corner.split(',').map(Number)
    return { x: x * brush.width, y: y * brush.height }
  })
  shape(brush, points, fill)
}

export type Ridge = {
  base: number
  rise: number
  stretch: number
  roughness?: number
  colors: Stops
  seed: number
  shift?: number
}

/** Draws hills or mountains across the picture, down to its bottom; `base` and `rise` are fractions of the height. */
export function ridge(brush: Brush, { base, rise, stretch, roughness = 0.5, colors, seed, shift = 0 }: Ridge): void {
  const { context, width, height } = brush
  const hills = makeHills(seed)
  const points: Point[] = [{ x: 0, y: height }]
  for (let x = 0; x <= width + 4; x += 4)
    points.push({ x, y: (base - hills(((x / height) * 10) / stretch + shift, roughness) * rise) * height })
  points.push({ x: width + 4, y: height })
  const gradient = context.createLinearGradient(
    0,
    (base - rise) * height,
    0,
    Math.min(height, (base + rise * 2.5) * height),
  )
  for (const [index, stop] of colors.entries())
    gradient.addColorStop(colors.length === 1 ? 0 : index / (colors.length - 1), stop)
  shape(brush, points, gradient)
}

export type Stars = { count: number; lowest: number; seed: number }

/** Draws twinkling stars, most of them high up; none below `lowest`, a fraction of the height. */
export function stars({ context, width, height, seconds }: Brush, { count, lowest, seed }: Stars): void {
  const next = makeNumbers(seed)
  for (let index = 0; index < count; index += 1) {
    const x = next() * width
    const y = next() ** 1.5 * lowest * height
    const size = (0.12 + next() ** 6 * 0.45) * (height / 100)
    const twinkle = 0.65 + 0.35 * Math.sin(seconds * (1 + next() * 3) + next() * 6)
    context.fillStyle = `rgba(255,246,224,${(0.25 + next() * 0.75) * twinkle})`
    context.beginPath()
    context.arc(x, y, size, 0, Math.PI * 2)
    context.fill()
  }
}

export type Clouds = { y: number; spread: number; count: number; color: string; seed: number; size?: number }

/** Draws long, soft, drifting clouds. */
export function clouds({ context, width, height, seconds }: Brush, options: Clouds): void {
  const { y, spread, count, color, seed, size = 1 } = options
  const next = makeNumbers(seed)
  for (let index = 0; index < count; index += 1) {
    const centreX = ((next() * 1.4 - 0.2) * width + seconds * (6 + next() * 10) * (height / 536)) % (width * 1.4)
    const centreY = (y + (next() - 0.5) * spread) * height
    const length = (0.25 + next() * 0.5) * height * size
    context.save()
    context.translate(centreX, centreY)
    context.scale(1, 0.1 + next() * 0.1)
    for (let puff = 0; puff < 4; puff += 1) {
      const offset = (next() - 0.5) * length * 1.4
      const radius = length * (0.3 + next() * 0.4)
      const gradient = context.createRadialGradient(offset, 0, 0, offset, 0, radius)
      gradient.addColorStop(0, color)
      gradient.addColorStop(1, `${color.slice(0, 7)}00`)
      context.fillStyle = gradient
      context.fillRect(offset - radius, -radius, radius * 2, radius * 2)
    }
    context.restore()
  }
}

export type Sea = {
  top: number
  colors: Stops
  glint?: { x: number; color: string; width?: number }
  swell?: number
  seed: number
}

/** Draws water from `top` (a fraction of the height) to the bottom, in rows of waves, with a path of light on it. */
export function sea(brush: Brush, { top, colors, glint, swell = 1, seed }: Sea): void {
  const { context, width, height, seconds } = brush
  const gradient = context.createLinearGradient(0, top * height, 0, height)
  for (const [index, stop] of colors.entries()) gradient.addColorStop(index / (colors.length - 1), stop)
  context.fillStyle = gradient
  context.fillRect(0, top * height, width, height)
  const next = makeNumbers(seed)
  const rows = 26
  for (let row = 0; row < rows; row += 1) {
    const depth = ((row + 1) / rows) ** 1.7
    const y = (top + (1 - top) * depth) * height
    const hills = makeHills(seed + row)
    const drift = seconds * (0.15 + depth * 0.5) * (row % 2 === 0 ? 1 : -0.7)
    const isLight = row % 3 !== 0
    context.strokeStyle = isLight ? 'rgba(255,255,255,0.07)' : 'rgba(0,0,20,0.13)'
    context.lineWidth = (0.2 + depth * 1.8 * swell) * (height / 100)
    context.beginPath()
    for (let x = -8; x <= width + 8; x += 8) {
      const lift = hills((x / height) * (9 - depth * 6) + drift) * depth * 2.4 * swell * (height / 100)
      if (x < 0) context.moveTo(x, y + lift)
      else context.lineTo(x, y + lift)
    }
    context.stroke()
  }
  if (glint === undefined) return
  for (let index = 0; index < 260; index += 1) {
    const depth = next() ** 1.3
    const y = (top + (1 - top) * depth) * height
    const phase = next() * 6.3
    const shimmer = 0.5 + 0.5 * Math.sin(seconds * (2 + next() * 3) + phase)
    const reach = (glint.width ?? 1) * (0.03 + depth * 0.16) * height
    const x = glint.x * width + (next() + next() - 1) * reach * 1.5
    const length = (0.6 + depth * 5) * (height / 100) * (0.5 + shimmer)
    context.globalAlpha = (0.25 + 0.6 * shimmer) * (1 - depth * 0.5)
    context.fillStyle = glint.color
    context.beginPath()
    context.ellipse(x, y, length, Math.max(0.6, (0.15 + depth * 0.5) * (height / 100)), 0, 0, Math.PI * 2)
    context.fill()
  }
  context.globalAlpha = 1
}

export type Mist = { y: number; depth: number; color: string }

/** Draws a veil of mist around a height. */
export function mist({ context, width, height }: Brush, { y, depth, color }: Mist): void {
  const gradient = context.createLinearGradient(0, (y - depth) * height, 0, (y + depth) * height)
  gradient.addColorStop(0, `${color.slice(0, 7)}00`)
  gradient.addColorStop(0.5, color)
  gradient.addColorStop(1, `${color.slice(0, 7)}00`)
  context.fillStyle = gradient
  context.fillRect(0, (y - depth) * height, width, depth * 2 * height)
}

/** Goes over the picture with a bristle brush: short strokes in the existing colours. */
export function paintOver({ context, width, height }: Brush, seed: number, strength = 1): void {
  const { data } = context.getImageData(0, 0, width, height)
  const next = makeNumbers(seed)
  const flow = makeHills(seed + 7)
  const unit = height / 100
  context.lineCap = 'round'
  for (let index = 0; index < 5200; index += 1) {
    const x = next() * width
    const y = next() * height
    const at = (Math.floor(y) * width + Math.floor(x)) * 4
    const shade = (next() - 0.5) * 22 * strength
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]].map((value) => (value ?? 0) + shade)
    const angle = flow(x / height + y / height) * 0.5
    const length = (0.8 + next() * 2.8) * unit
    context.strokeStyle = `rgba(${red},${green},${blue},${0.16 + next() * 0.3})`
    context.lineWidth = (0.35 + next() * 0.9) * unit
    context.beginPath()
    context.moveTo(x - Math.cos(angle) * length, y - Math.sin(angle) * length)
    context.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length)
    context.stroke()
  }
}

/** Darkens the corners. */
export function vignette({ context, width, height }: Brush, strength = 0.45): void {
  const gradient = context.createRadialGradient(
    width / 2,
    height / 2,
    height * 0.45,
    width / 2,
    height / 2,
    width * 0.62,
  )
  gradient.addColorStop(0, 'rgba(0,0,0,0)')
  gradient.addColorStop(1, `rgba(4,4,14,${strength})`)
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}
