/** Pixel size of every clip. */
export const frameSize = { width: 256, height: 144 } as const

const bits = 12
const block = { width: 20, height: 24 } as const
const left = 8
const [numberTop, checkTop] = [16, 48]

/** Draws a frame in grey: its number in blocks from the highest bit on, the inverse below, and a moving ball. */
export function drawFrame(frame: number): Uint8Array {
  const { width, height } = frameSize
  const pixels = new Uint8Array(width * height).fill(96)
  const fill = (at: { x: number; y: number; width: number; height: number }, shade: number): void => {
    for (let y = at.y; y < at.y + at.height; y += 1) pixels.fill(shade, y * width + at.x, y * width + at.x + at.width)
  }
  for (let bit = 0; bit < bits; bit += 1) {
    const isSet = ((frame >> (bits - 1 - bit)) & 1) === 1
    const x = left + bit * block.width
    fill({ ...block, x, y: numberTop }, isSet ? 235 : 16)
    fill({ ...block, x, y: checkTop }, isSet ? 16 : 235)
  }
  fill({ x: (frame * 3) % (width - 24), y: 100, width: 24, height: 24 }, 200)
  return pixels
}

/**
 * Reads the frame number from a video's painted pixels; -1 if the blocks and their inverse disagree.
 * Self-contained, so that it can be passed into a page.
 */
export function readFrame(video: HTMLVideoElement): number {
  const canvas = new OffscreenCanvas(256, 144)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return -1
  context.drawImage(video, 0, 0, 256, 144)
  const { data } = context.getImageData(0, 0, 256, 144)
  const shadeAt = (x: number, y: number): number => data[(y * 256 + x) * 4] ?? 0
  let frame = 0
  for (let bit = 0; bit < 12; bit += 1) {
    const x = 8 + bit * 20 + 10
    const isSet = shadeAt(x, 28) > 128
    if (isSet === shadeAt(x, 60) > 128) return -1
    frame = frame * 2 + (isSet ? 1 : 0)
  }
  return frame
}
