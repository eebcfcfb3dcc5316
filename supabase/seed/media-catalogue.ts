import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of ./media. Names say what they are: scene.webp, scene-board.webp, scene-clay.webp, scene.mp4. */
export type MediaFile = {
  file: string
  contentType: string
  width: number
  height: number
  bytes: number
  sha256: string
  /** The small picture of a still. */
  thumbnail?: string
  /** Films only: frames a second, how many frames, and the still of the first one. */
  frameRate?: string
  frameCount?: number
  durationMs?: number
  poster?: string
}

export const mediaFolder = path.join(import.meta.dirname, 'media')

/** What there is to show, by file name. */
export function readMediaCatalogue(): ReadonlyMap<string, MediaFile> {
  // make-media.ts wrote it, and a test compares it with the files.
  const files = JSON.parse(readFileSync(path.join(mediaFolder, 'catalogue.json'), 'utf8')) as MediaFile[]
  return new Map(files.map((file) => [file.file, file]))
}
