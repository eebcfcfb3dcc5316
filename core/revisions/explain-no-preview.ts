import type { MediaRow } from '#core/schema/media.ts'
import { isShownInPlace, mediaKindOf } from './media-kind.ts'
import { isDevelopable } from './shown-file.ts'
import { hasPreviews } from './unshown-kind.ts'

/** The most bytes of a stored picture that are downloaded without being asked, to make its preview. */
export const mostAnalysedBytes = 64 * 1024 * 1024

type Pictured = Pick<
  MediaRow,
  'contentType' | 'filename' | 'sizeBytes' | 'isStored' | 'posterMediaId' | 'thumbnailMediaId' | 'proxyMediaId'
>

// Cameras' raw pictures have no media type, or one of their maker's.
const pictureEndings = /\.(?:heic|heif|cr2|cr3|crw|nef|nrw|arw|dng|raf|orf|rw2|pef|srw|jp2|jxl)$/i

/**
 * Tells whether a picture has no preview because it is too large to download without being asked; a browser can make
 * one on request.
 */
export function isTooLargeToPreview(media: Pictured): boolean {
  const { contentType, sizeBytes, isStored } = media
  const isPicture = mediaKindOf(contentType) === 'image' && isShownInPlace(contentType)
  return isPicture && isStored && sizeBytes > mostAnalysedBytes && !hasPicture(media)
}

/**
 * Explains in a sentence why a picture has no preview and will get none by itself; undefined if it has one, if browsers
 * draw it or a media worker makes one, and for other files.
 */
export function explainNoPreview(media: Pictured): string | undefined {
  const { contentType, filename } = media
  if (isTooLargeToPreview(media)) return 'It has no preview: pictures above 64 MB get one only on request.'
  const isPicture = mediaKindOf(contentType) === 'image' || pictureEndings.test(filename)
  const isReadable = isShownInPlace(contentType) || isDevelopable(media) || hasPreviews(contentType)
  if (!isPicture || isReadable || hasPicture(media)) return undefined
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toUpperCase() ?? contentType
  return `It has no preview: neither browsers nor media workers read ${ending} pictures. Download it, or post a JPEG or PNG of it.`
}

function hasPicture({ posterMediaId, thumbnailMediaId, proxyMediaId }: Pictured): boolean {
  return [posterMediaId, thumbnailMediaId, proxyMediaId].some((id) => id !== undefined)
}
