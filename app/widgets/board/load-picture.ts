import { isShownInPlace, mediaKindOf } from '#core/domain/media-kind.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import { levelFor, type LoadBitmap } from './pictures.ts'

/** Up to these sides the server's smaller pictures of a file do. */
const thumbnailSide = 256
const posterSide = 1024

/** Decodes a board's pictures away from the page: the size asked for, and the smaller ones that zooming out will want. */
export function makeLoadPicture({ board, urls }: Pick<BoardModel, 'board' | 'urls'>): LoadBitmap<ImageBitmap> {
  return async (id, side) => {
    const source = sourceOf(board, id, side)
    const url = source === undefined ? undefined : urls.get(source)
    if (url === undefined) return undefined
    const image = await decode(url)
    const longest = Math.max(image.naturalWidth, image.naturalHeight)
    if (longest === 0) return undefined
    const sides = [...new Set([side, 128, 32])].filter((wanted) => wanted <= side)
    return await Promise.all(
      sides.map(async (wanted) => {
        const scale = Math.min(1, wanted / longest)
        // What is smaller than its level is kept under that level, so that it is not asked for again.
        const isWhole = scale === 1 && levelFor(longest) < wanted
        const [resizeWidth, resizeHeight] = isWhole ? fill(image, wanted / longest) : fill(image, scale)
        return await createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
      }),
    )
  }
}

function fill({ naturalWidth, naturalHeight }: HTMLImageElement, scale: number): readonly [number, number] {
  return [Math.max(1, Math.round(naturalWidth * scale)), Math.max(1, Math.round(naturalHeight * scale))]
}

async function decode(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  // Without it the canvas could neither be exported nor have its colours picked.
  image.crossOrigin = 'anonymous'
  image.src = url
  await image.decode()
  return image
}

function sourceOf(board: BoardModel['board'], id: MediaId, side: number): MediaId | undefined {
  const media = board.findMedia(id)
  if (media === undefined) return undefined
  const isPicture = mediaKindOf(media.contentType) === 'image' && isShownInPlace(media.contentType)
  const { thumbnailMediaId, posterMediaId } = media
  if (thumbnailMediaId !== undefined && side <= thumbnailSide) return thumbnailMediaId
  if (posterMediaId !== undefined && (side <= posterSide || !isPicture)) return posterMediaId
  return isPicture ? id : undefined
}
