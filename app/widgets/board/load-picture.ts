import type { MediaRow } from '#core/schema/media.ts'
import { isShownInPlace, mediaKindOf } from '#core/revisions/media-kind.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import { levelFor, type LoadBitmap } from './pictures.ts'

/** Up to these sides the server's smaller pictures of a file do. */
const thumbnailSide = 256
const posterSide = 1024

/** Something decoded that bitmaps can be made of. */
type Decoded = { readonly image: HTMLImageElement | HTMLVideoElement; readonly width: number; readonly height: number }

/** Decodes a board's pictures away from the page: the size asked for, and the smaller ones that zooming out will want. */
export function makeLoadPicture({ board, urls }: Pick<BoardModel, 'board' | 'urls'>): LoadBitmap<ImageBitmap> {
  return async (id, side) => {
    const media = board.findMedia(id)
    if (media === undefined) return undefined
    const source = sourceOf(media, side)
    if (source === undefined) throw new Error('This kind or size of file cannot be shown')
    const url = urls.get(source.id)
    if (url === undefined) return undefined
    const { image, width, height } = source.isFilm ? await decodeFilm(url) : await decode(url)
    const longest = Math.max(width, height)
    if (longest === 0) return undefined
    const resize = async (from: ImageBitmapSource, wanted: number): Promise<ImageBitmap> => {
      // What is smaller than its level is kept under that level, so that it is not asked for again.
      const scale = levelFor(longest) < wanted ? wanted / longest : Math.min(1, wanted / longest)
      const [resizeWidth = 1, resizeHeight = 1] = [width, height].map((length) =>
        Math.max(1, Math.round(length * scale)),
      )
      return await createImageBitmap(from, { resizeWidth, resizeHeight, resizeQuality: 'high' })
    }
    // The page stands still while the whole of it is made smaller: that is done once.
    const largest = await resize(image, side)
    const smaller = [128, 32].filter((wanted) => wanted < side).map(async (wanted) => await resize(largest, wanted))
    const bitmaps = [largest, ...(await Promise.all(smaller))]
    if (image instanceof HTMLVideoElement) letGo(image)
    return bitmaps
  }
}

/** Four bytes each: a picture of more would fill half a gigabyte and hold the page for many seconds. Its poster is shown. */
const mostDecoded = 120_000_000

function isTooLarge({ width = 0, height = 0 }: Pick<MediaRow, 'width' | 'height'>): boolean {
  return width * height > mostDecoded
}

async function decode(url: string): Promise<Decoded> {
  const image = new Image()
  // Without it the canvas could neither be exported nor have its colours picked.
  image.crossOrigin = 'anonymous'
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  image.addEventListener('load', resolve)
  image.addEventListener('error', () => reject(new Error('The picture could not be read')))
  image.src = url
  await promise
  if (isTooLarge({ width: image.naturalWidth, height: image.naturalHeight }))
    throw new Error('The picture is too large to be decoded here')
  await image.decode()
  return { image, width: image.naturalWidth, height: image.naturalHeight }
}

const PATIENCE_MS = 10_000

/** A film's first frame, where nothing has made a picture of it yet. */
async function decodeFilm(url: string): Promise<Decoded> {
  const film = document.createElement('video')
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  film.crossOrigin = 'anonymous'
  film.muted = true
  // Not the whole film: what it is, and then the place that is looked at.
  film.preload = 'metadata'
  film.addEventListener('loadedmetadata', () => {
    film.currentTime = 0
  })
  film.addEventListener('seeked', resolve)
  film.addEventListener('error', reject)
  setTimeout(reject, PATIENCE_MS)
  film.src = url
  await promise
  return { image: film, width: film.videoWidth, height: film.videoHeight }
}

/** Without an address it fetches nothing more. */
function letGo(film: HTMLVideoElement): void {
  film.removeAttribute('src')
  film.load()
}

type Source = { readonly id: MediaId; readonly isFilm: boolean }

/** Which of a file's pictures is sharp enough for a side and no larger than it must be. */
export function sourceOf(media: MediaRow, side: number): Source | undefined {
  const kind = mediaKindOf(media.contentType)
  const isPicture = kind === 'image' && isShownInPlace(media.contentType) && !isTooLarge(media)
  const { thumbnailMediaId, posterMediaId } = media
  if (thumbnailMediaId !== undefined && side <= thumbnailSide) return { id: thumbnailMediaId, isFilm: false }
  if (posterMediaId !== undefined && (side <= posterSide || !isPicture)) return { id: posterMediaId, isFilm: false }
  return isPicture || kind === 'video' ? { id: media.id, isFilm: !isPicture } : undefined
}
