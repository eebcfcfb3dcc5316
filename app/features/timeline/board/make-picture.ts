type Picture = {
  /** Pixels of the page. */
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
  /** What it is filled with. */
  readonly color: string
}

/** An opaque canvas out of sight for what is drawn once and laid down often, in pixels of the page, ready for texts. */
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
