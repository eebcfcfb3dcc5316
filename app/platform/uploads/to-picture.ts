export type Size = { readonly width: number; readonly height: number }

/** Returns the size scaled down so that its longer side fits; never enlarges. */
export function withinSide({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The longer side in pixels of posters, and of thumbnails. */
export const posterSide = 1280
export const thumbnailSide = 256

/** Draws a picture off-screen and compresses it. */
export async function toPicture(
  size: Size,
  draw: (context: OffscreenCanvasRenderingContext2D, size: Size) => void,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw pictures in a worker')
  draw(context, size)
  return await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 })
}
