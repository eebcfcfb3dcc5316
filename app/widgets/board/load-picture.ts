import type { MediaRow } from '#core/schema/media.ts'
import { isShownInPlace, mediaKindOf } from '#core/revisions/media-kind.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { BoardModel } from './board-model.ts'
import { getPictureLevel, type LoadBitmap } from './pictures.ts'

/** The server's smaller pictures of a file suffice up to these sides. */
const thumbnailSide = 256
const posterSide = 1024

/** A decoded source for bitmaps. */
type Decoded = { readonly image: HTMLImageElement | HTMLVideoElement; readonly width: number; readonly height: number }

/**
 * Returns a loader that decodes a board's pictures: the requested size, and the smaller ones that zooming out will
 * need.
 */
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
      // A picture smaller than its level is stored under that level, so that it is not requested again.
      const scale = getPictureLevel(longest) < wanted ? wanted / longest : Math.min(1, wanted / longest)
      const [resizeWidth = 1, resizeHeight = 1] = [width, height].map((length) =>
        Math.max(1, Math.round(length * scale)),
      )
      return await createImageBitmap(from, { resizeWidth, resizeHeight, resizeQuality: 'high' })
    }
    // Resizing the full picture blocks the page, so it is done once.
    const largest = await resize(image, side)
    const smaller = [128, 32].filter((wanted) => wanted < side).map(async (wanted) => await resize(largest, wanted))
    const bitmaps = [largest, ...(await Promise.all(smaller))]
    if (image instanceof HTMLVideoElement) releaseSource(image)
    return bitmaps
  }
}

/**
 * Four bytes each: a larger picture would fill half a gigabyte and block the page for many seconds. Its poster is shown
 * instead.
 */
const mostDecoded = 120_000_000

function isTooLarge({ width = 0, height = 0 }: Pick<MediaRow, 'width' | 'height'>): boolean {
  return width * height > mostDecoded
}

async function decode(url: string): Promise<Decoded> {
  const image = new Image()
  // Without it, the canvas could not be exported and its colours could not be picked.
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

/** Decodes a film's first frame, for films without a poster yet. */
async function decodeFilm(url: string): Promise<Decoded> {
  const film = document.createElement('video')
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  film.crossOrigin = 'anonymous'
  film.muted = true
  // Fetches only the metadata and the frame sought, not the whole film.
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

/** Removes the source, so that nothing more is fetched. */
function releaseSource(film: HTMLVideoElement): void {
  film.removeAttribute('src')
  film.load()
}

type Source = { readonly id: MediaId; readonly isFilm: boolean }

/** Chooses the smallest of a file's pictures that is sharp enough for a side. */
export function sourceOf(media: MediaRow, side: number): Source | undefined {
  const kind = mediaKindOf(media.contentType)
  const isPicture = kind === 'image' && isShownInPlace(media.contentType) && !isTooLarge(media)
  const { thumbnailMediaId, posterMediaId } = media
  if (thumbnailMediaId !== undefined && side <= thumbnailSide) return { id: thumbnailMediaId, isFilm: false }
  if (posterMediaId !== undefined && (side <= posterSide || !isPicture)) return { id: posterMediaId, isFilm: false }
  return isPicture || kind === 'video' ? { id: media.id, isFilm: !isPicture } : undefined
}
