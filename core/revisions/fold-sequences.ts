import type { MediaRow } from '#core/schema/media.ts'
import { isFilmOfPictures } from './shown-file.ts'

/** Files as they are looked at: of numbered pictures that became one film, the first alone. */
export function foldSequences(files: readonly MediaRow[]): readonly MediaRow[] {
  const films = new Map(files.flatMap((file) => (isFilmOfPictures(file) ? [[sequenceOf(file.filename), file.id]] : [])))
  return files.filter(({ id, filename }) => {
    const film = films.get(sequenceOf(filename))
    return film === undefined || film === id
  })
}

/** A name with its number taken out; the whole of it where it has none. */
function sequenceOf(filename: string): string {
  return filename.toLowerCase().replace(/\d{3,8}(\.[a-z]+)$/, '#$1')
}

/** The number of a film's first frame where it was made of numbered pictures: 1001 of `sh010.1001.exr`. */
export function firstNumberOf(file: Pick<MediaRow, 'filename' | 'contentType' | 'frameCount' | 'proxyMediaId'>) {
  const [, separated, long] = /(?:[._-](\d{3,8})|(\d{4,8}))\.[a-z]+$/i.exec(file.filename) ?? []
  const number = separated ?? long
  return number !== undefined && isFilmOfPictures(file) ? Number(number) : undefined
}
