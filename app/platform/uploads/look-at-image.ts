import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { posterSide, thumbnailSide, toPicture, withinSide } from './to-picture.ts'

/** A picture this small is its own poster, and this small its own thumbnail too. */
const posterBytes = 350_000
const thumbnailBytes = 30_000

/** A picture's size, and smaller ones of a large one. Fails where this browser cannot read it. */
export async function lookAtImage(body: Blob, baseName: string): Promise<Omit<PreparedFile, 'sha256'>> {
  const image = await createImageBitmap(body)
  const { width, height } = image
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
