type Picture = {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
  /** The colour it is filled with. */
  readonly color: string
}

/**
 * Makes an opaque offscreen canvas for pictures drawn once and painted often, scaled to CSS pixels and set up for text.
 */
export function makePicture({ width, height, pixelRatio, color }: Picture) {
  const canvas = new OffscreenCanvas(Math.round(width * pixelRatio), Math.round(height * pixelRatio))
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('This browser cannot draw out of sight')
  context.scale(pixelRatio, pixelRatio)
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  return { canvas, context }
}
