import { isShownInPlace, type MediaKind } from '#core/revisions/media-kind.ts'

const longestPart = 40

/**
 * Makes part of a file name that is safe on every file system: letters, digits, `-` and `_`, so it cannot be a path.
 */
function toPart(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longestPart)
}

type Named = {
  /** The entry's position in the session, from 1, which makes file names unique. */
  readonly place: number
  readonly shot: string
  readonly stage: string
  readonly version: number
}

/** Returns the path of an entry's file in a packet: `films/001_sh0040_Animation_v12.mp4`. */
export function toPacketPath({ place, shot, stage, version }: Named, ending: string): string {
  const parts = [String(place).padStart(3, '0'), toPart(shot), toPart(stage), `v${version}`]
  return `films/${parts.filter((part) => part !== '').join('_')}${ending}`
}

const endings: Readonly<Record<string, string>> = {
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'video/x-matroska': '.mkv',
  'image/jpeg': '.jpg',
  'application/pdf': '.pdf',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
}

/** Returns a file's ending by content type; if no page can show it, its own ending, unless that is executable. */
export function getFileExtension({
  contentType,
  filename,
}: {
  readonly contentType: string
  readonly filename: string
}): string {
  if (isShownInPlace(contentType)) return endings[contentType] ?? `.${contentType.split('/')[1] ?? 'bin'}`
  const own = /\.([A-Za-z0-9]{1,5})$/.exec(filename)?.[1]?.toLowerCase()
  return own === undefined || /^(?:html?|js|hta|exe|msi|scr|com|dll|bat|cmd|vbs|lnk|svg)$/.test(own)
    ? '.bin'
    : `.${own}`
}

/** Returns the ending of a proxy or poster made by a media worker. */
export function getMadeFileExtension(kind: MediaKind): string {
  return kind === 'video' ? '.mp4' : '.webp'
}
