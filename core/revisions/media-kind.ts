import { AppError } from '#core/lib/errors.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'

/** The ways in which files are shown. */
export const mediaKinds = ['video', 'image', 'document', 'audio', 'other'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** How many of a file's first bytes `sniffContentType` needs. */
export const sniffLength = 64

const office = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'

const documentTypes = [
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${office}wordprocessingml.document`,
  `${office}spreadsheetml.sheet`,
  `${office}presentationml.presentation`,
  `${openDocument}text`,
  `${openDocument}spreadsheet`,
  `${openDocument}presentation`,
  'text/csv',
  'text/plain',
  'application/json',
  'application/xml',
  'text/xml',
]

/** Types that a browser or computer would run when opened. */
const activeTypes =
  /^(?:text\/html|application\/xhtml\+xml|multipart\/related|application\/x-(?:msdownload|msdos-program|ms-installer|dosexec)|application\/vnd\.microsoft\.portable-executable)$/
const activeEndings = /\.(?:html?|xhtml|mhtml?|hta|exe|msi|scr|com|dll|bat|cmd|vbs|lnk)$/i

const typesByExtension: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  mxf: 'application/mxf',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  m2v: 'video/mpeg',
  mts: 'video/mp2t',
  m2ts: 'video/mp2t',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  '3gp': 'video/3gpp',
  dv: 'video/x-dv',
  ogv: 'video/ogg',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  psd: 'image/vnd.adobe.photoshop',
  exr: 'image/x-exr',
  dpx: 'image/x-dpx',
  tga: 'image/x-tga',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: `${office}wordprocessingml.document`,
  xlsx: `${office}spreadsheetml.sheet`,
  pptx: `${office}presentationml.presentation`,
  odt: `${openDocument}text`,
  ods: `${openDocument}spreadsheet`,
  odp: `${openDocument}presentation`,
  csv: 'text/csv',
  txt: 'text/plain',
  json: 'application/json',
  xml: 'application/xml',
  zip: 'application/zip',
  gz: 'application/gzip',
  tgz: 'application/gzip',
  tar: 'application/x-tar',
  '7z': 'application/x-7z-compressed',
  rar: 'application/vnd.rar',
}

const typesByAlias: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'video/x-m4v': 'video/mp4',
  'image/x-targa': 'image/x-tga',
  'image/aces': 'image/x-exr',
  'application/x-zip-compressed': 'application/zip',
}

const shownInPlaceTypes =
  /^(?:video\/(?:mp4|quicktime|webm|x-matroska)|audio\/(?:mpeg|mp4|aac|ogg|wav|flac)|image\/(?:png|jpeg|gif|webp|avif|bmp)|application\/pdf)$/

/**
 * Returns a content type without parameters; if it is unspecific, the usual one for the file name's extension, else
 * octet-stream.
 */
export function resolveContentType(contentType: string, fileName: string): string {
  const [type = ''] = contentType.toLowerCase().split(';')
  const plain = type.trim()
  if (plain !== '' && plain !== 'application/octet-stream') return lookUp(typesByAlias, plain) ?? plain
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return lookUp(typesByExtension, extension) ?? 'application/octet-stream'
}

// Keys come from outside: `constructor` must not find an inherited property.
function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Returns how a file of a content type is shown. */
export function mediaKindOf(contentType: string): MediaKind {
  // MXF holds films, although it is registered as an application.
  if (contentType === 'application/mxf') return 'video'
  const family = contentType.split('/')[0]
  if (family === 'video' || family === 'image' || family === 'audio') return family
  return documentTypes.includes(contentType) ? 'document' : 'other'
}

/**
 * Tells whether browsers show a type in place without running its content; all others, including SVG, are downloads.
 */
export function isShownInPlace(contentType: string): boolean {
  return shownInPlaceTypes.test(contentType)
}

/**
 * Returns the type under which a file's bytes are stored. Storages serve files with that type, possibly in place, so
 * anything a browser could run is stored as plain bytes. The file's row keeps its own type.
 */
export function storedTypeOf(contentType: string): string {
  return isShownInPlace(contentType) ? contentType : 'application/octet-stream'
}

/** Tells whether files of a type or name cannot be attached: web pages and programs. All others can. */
function isActive(contentType: string, fileName: string): boolean {
  return activeTypes.test(contentType) || activeEndings.test(fileName)
}

type Candidate = { readonly fileName: string; readonly contentType: string; readonly head: Uint8Array }

/**
 * Determines the content type to store for a file, from its declared type, name and first bytes. Fails with
 * `file-kind-refused` for web pages and programs, and for types shown in place that do not match the bytes.
 */
export function checkAttachment({ fileName, contentType, head }: Candidate): Result<string> {
  const declared = resolveContentType(contentType, fileName)
  const found = sniffContentType(head)
  const stored =
    found !== undefined && mediaKindOf(found) === mediaKindOf(declared) ? refine(declared, found) : declared
  const isTrue = !isShownInPlace(stored) || (found !== undefined && isSameFamily(stored, found))
  const isProgram = isActive(stored, fileName) || (head[0] === 0x4d && head[1] === 0x5a)
  if (!isProgram && isTrue) return ok(stored)
  return err(new AppError('file-kind-refused', messages['file-kind-refused'](fileName)))
}

// Bytes identify picture formats better; for containers such as ZIP the declared type is more specific.
function refine(declared: string, found: string): string {
  return mediaKindOf(found) === 'image' ? found : declared
}

// MP4, QuickTime and Matroska hold video or audio alike, so either matches.
function isSameFamily(declared: string, found: string): boolean {
  const family = (type: string) => (/^(video|audio)\//.test(type) ? 'time-based' : type)
  return family(declared) === family(found)
}

type Signature = { readonly type: string; readonly at: number; readonly bytes: readonly number[] }

const signature = (type: string, text: string, at = 0): Signature => ({ type, at, bytes: Array.from(text, toByte) })
const toByte = (character: string) => character.charCodeAt(0)

const signatures: readonly Signature[] = [
  signature('image/png', '\x89PNG\r\n\x1a\n'),
  signature('image/jpeg', '\xff\xd8\xff'),
  signature('image/gif', 'GIF8'),
  signature('image/tiff', 'II*\0'),
  signature('image/tiff', 'MM\0*'),
  signature('image/vnd.adobe.photoshop', '8BPS'),
  signature('image/x-exr', 'v/1\x01'),
  signature('application/pdf', '%PDF-'),
  signature('application/zip', 'PK\x03\x04'),
  signature('application/gzip', '\x1f\x8b'),
  signature('application/x-7z-compressed', '7z\xbc\xaf\x27\x1c'),
  signature('application/vnd.rar', 'Rar!\x1a\x07'),
  signature('application/msword', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  signature('audio/ogg', 'OggS'),
  signature('audio/flac', 'fLaC'),
  signature('audio/mpeg', 'ID3'),
  signature('image/webp', 'WEBP', 8),
  signature('audio/wav', 'WAVE', 8),
  signature('video/x-msvideo', 'AVI ', 8),
  signature('image/avif', 'ftypavif', 4),
  signature('image/heic', 'ftypheic', 4),
  signature('audio/mp4', 'ftypM4A', 4),
  signature('video/quicktime', 'ftypqt', 4),
  signature('video/mp4', 'ftyp', 4),
  signature('video/quicktime', 'moov', 4),
  signature('video/quicktime', 'mdat', 4),
  signature('video/quicktime', 'wide', 4),
  signature('video/quicktime', 'free', 4),
  signature('video/quicktime', 'skip', 4),
  signature('image/bmp', 'BM'),
]

/** Detects a content type from a file's first bytes; undefined for text and unknown formats. */
export function sniffContentType(head: Uint8Array): string | undefined {
  const isAt = ({ at, bytes }: Signature) => bytes.every((byte, index) => head[at + index] === byte)
  const found = signatures.find(isAt)
  if (found) return found.type
  if (isAt(signature('', '\x1aE\xdf\xa3'))) return includesText(head, 'webm') ? 'video/webm' : 'video/x-matroska'
  // A frame of MPEG audio begins with eleven set bits; layer 00 is reserved, except in ADTS, the frames of AAC.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0)
    return ((head[1] ?? 0) & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg'
  return undefined
}

function includesText(bytes: Uint8Array, text: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, sniffLength)).includes(text)
}

/** Adds a suffix before a pasted file's extension, since every clipboard names its picture `image.png`. */
export function uniquePastedName(fileName: string, suffix: string): string {
  const [, base = '', extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(fileName) ?? []
  return `${base === '' ? 'pasted' : base}-${suffix}${extension}`
}

type Pictured = {
  readonly id: MediaId
  readonly contentType: string
  readonly posterMediaId: MediaId | undefined
  readonly thumbnailMediaId: MediaId | undefined
}

/**
 * Returns the file to show in lists: a file's smallest picture, else the picture itself; undefined if there is none.
 */
export function thumbnailOf(media: Pictured): MediaId | undefined {
  const { id, contentType, posterMediaId, thumbnailMediaId } = media
  const isPicture = mediaKindOf(contentType) === 'image' && isShownInPlace(contentType)
  return thumbnailMediaId ?? posterMediaId ?? (isPicture ? id : undefined)
}
