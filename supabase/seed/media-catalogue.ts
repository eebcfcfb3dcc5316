import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of ./media. Names describe the content: scene.webp, scene-board.webp, scene-clay.webp, scene.mp4. */
export type MediaFile = {
  file: string
  contentType: string
  width: number
  height: number
  bytes: number
  sha256: string
  /** The thumbnail of a still. */
  thumbnail?: string
  /** Films only: frames per second, the number of frames, and the still of the first one. */
  frameRate?: string
  frameCount?: number
  durationMs?: number
  poster?: string
}

export const mediaFolder = path.join(import.meta.dirname, 'media')

/** Reads the catalogue, by file name. */
export function readMediaCatalogue(): ReadonlyMap<string, MediaFile> {
  // Written by make-media.ts, and compared with the files by a test.
  const files = JSON.parse(readFileSync(path.join(mediaFolder, 'catalogue.json'), 'utf8')) as MediaFile[]
  return new Map(files.map((file) => [file.file, file]))
}
