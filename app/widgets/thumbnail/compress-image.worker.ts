import type { PictureShape } from './picture-shape.ts'
import { avatarLimits, fitThumbnail, thumbnailLimits } from './thumbnail-limits.ts'

const { maxBytes, maxSide, quality } = thumbnailLimits

addEventListener('message', ({ data }: MessageEvent<{ readonly source: Blob; readonly shape: PictureShape }>) => {
  const make = data.shape === 'avatar' ? cutSquare : compress
  make(data.source).then(
    (blob) => postMessage({ blob }),
    () => postMessage({ blob: undefined }),
  )
})

async function compress(source: Blob): Promise<Blob> {
  const picture = await createImageBitmap(source)
  const isSmall = source.size <= maxBytes && Math.max(picture.width, picture.height) <= maxSide
  if (isSmall) return source
  // Each round halves the area until the limit is met; the first nearly always does.
  for (let side: number = maxSide; ; side = Math.round(side * Math.SQRT1_2)) {
    const blob = await draw(picture, fitThumbnail(picture, side))
    if (blob.size <= maxBytes || side < 64) return blob
  }
}

/** Cuts a square from the middle of a picture. */
async function cutSquare(source: Blob): Promise<Blob> {
  const picture = await createImageBitmap(source)
  const from = Math.min(picture.width, picture.height)
  const { side, quality: sharpness } = avatarLimits
  const { canvas, context } = makeCanvas(side, side)
  const [left, top] = [(picture.width - from) / 2, (picture.height - from) / 2]
  context.drawImage(picture, left, top, from, from, 0, 0, side, side)
  return await canvas.convertToBlob({ type: 'image/webp', quality: sharpness })
}

async function draw(picture: ImageBitmap, { width, height }: ReturnType<typeof fitThumbnail>): Promise<Blob> {
  const { canvas, context } = makeCanvas(width, height)
  // JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return await canvas.convertToBlob({ type: 'image/jpeg', quality })
}

function makeCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw in the background')
  return { canvas, context }
}
