import { isShownInPlace, mediaKindOf } from './media-kind.ts'
import { isDevelopable } from './shown-file.ts'

const codecNames: readonly (readonly [RegExp, string])[] = [
  [/^ap[ch4]|prores/i, 'ProRes'],
  [/^av[dh1-9]|dnx/i, 'DNxHD'],
  [/^h[ev][cv]1|hevc/i, 'HEVC'],
  [/^m?jp/i, 'MJPEG'],
]

/** Returns the common name of a codec; undefined if it has none here. */
function nameOfCodec(codec: string | undefined): string | undefined {
  return codec === undefined || /^(?:av01|avc)/i.test(codec)
    ? undefined
    : codecNames.find(([pattern]) => pattern.test(codec))?.[1]
}

type Candidate = {
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  /** As in `MediaDetails`. */
  readonly codec: string | undefined
}

// Pictures and films without a media type: no browser draws them, and no media worker makes a preview.
const nobodysEndings = /\.(?:jp2|j2k|j2c|jpf|jpx|jpm|pbm|pgm|ppm|pnm|pam|y4m|xcf|pcx|sgi|rgb|cin)$/i

/** Warns before posting files that people can only download; the same words everywhere. */
export function explainNotShown(kinds: readonly string[]): string {
  return `Xsheet does not show ${kinds.join(', ')}: people will be able to download ${kinds.length === 1 ? 'it' : 'them'} only.`
}

/**
 * Returns the name of a film's or picture's format if not every browser shows it; undefined for formats that all of
 * them show, and for other files.
 */
export function findUnshownKind({ fileName, contentType, sizeBytes, codec }: Candidate): string | undefined {
  const kind = mediaKindOf(contentType)
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toUpperCase() ?? 'this kind of file'
  if (kind === 'image')
    return isShownInPlace(contentType) || isDevelopable({ contentType, sizeBytes }) ? undefined : ending
  if (kind !== 'video') return nobodysEndings.test(fileName) ? ending : undefined
  // If the codec cannot be read here, whether it plays is left to the player.
  if (isShownInPlace(contentType) && (codec === undefined || isPlayed(codec))) return undefined
  return nameOfCodec(codec) ?? ending
}

/**
 * Tells whether a media worker makes something that browsers can show of such a film or picture; same as
 * `private.wants_preview`.
 */
export function hasPreviews(contentType: string): boolean {
  if (mediaKindOf(contentType) === 'video') return true
  return /^image\/(?:x-exr|tiff|x-tga|x-dpx|vnd\.adobe\.photoshop|gif)$/.test(contentType)
}

/** Tells whether a codec plays everywhere; same as the database's `private.plays_everywhere`. */
function isPlayed(codec: string): boolean {
  return /^(?:avc[13]\.(?:42|4d|58|64)|vp8|vp09\.00|av01\.0)/i.test(codec)
}
