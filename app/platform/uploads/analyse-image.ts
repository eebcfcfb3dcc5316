import { bytesOf } from '#core/lib/readable-bytes.ts'
import { readPictureSize } from '#core/revisions/picture-size.ts'
import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { posterSide, thumbnailSide, toPicture, withinSide, type Size } from './to-picture.ts'

/** A picture of at most this many bytes is its own poster; of at most the next, also its own thumbnail. */
const posterBytes = 350_000
const thumbnailBytes = 30_000
/**
 * A larger picture is decoded at its poster's size: whole, it would take more than 160 MB, twice for its two pictures.
 */
const mostPixels = 40_000_000

/**
 * Returns a picture's size, with smaller versions if it is large. Calls `onSize` before decoding if the first bytes
 * tell the size. Rejects if this browser cannot read it.
 */
export async function analyseImage(
  body: Blob,
  baseName: string,
  onSize?: (size: Size) => void,
): Promise<Omit<PreparedFile, 'sha256'>> {
  const written = await readPictureSize(bytesOf(body))
  if (written !== undefined) onSize?.(written)
  const isHuge = written !== undefined && written.width * written.height > mostPixels
  const image = isHuge ? await decodeWithin(body, written) : await createImageBitmap(body)
  const { width, height } = isHuge ? written : image
  const longest = Math.max(width, height)
  const shrink = async (role: 'poster' | 'thumbnail', side: number) => {
    const smaller = await toPicture(withinSide({ width, height }, side), (context, size) =>
      context.drawImage(image, 0, 0, size.width, size.height),
    )
    return { role, fileName: `${baseName}-${role}.webp`, body: smaller }
  }
  const pictures = []
  if (body.size > posterBytes || longest > posterSide) pictures.push(await shrink('poster', posterSide))
  if (body.size > thumbnailBytes && longest > thumbnailSide) pictures.push(await shrink('thumbnail', thumbnailSide))
  image.close()
  return { details: { width, height }, pictures }
}

async function decodeWithin(body: Blob, size: Size): Promise<ImageBitmap> {
  const { width, height } = withinSide(size, posterSide)
  return await createImageBitmap(body, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' })
}
