import type { MediaRow } from '#core/schema/media.ts'
import { mediaKindOf } from './media-kind.ts'
import { isFilmOfPictures } from './shown-file.ts'

/** Returns files for display: of numbered pictures that became one film, only the first. */
export function foldSequences(files: readonly MediaRow[]): readonly MediaRow[] {
  const films = new Map(
    files.flatMap((file) => {
      const isFirst = isFilmOfPictures(file) && mediaKindOf(file.contentType) === 'image'
      return isFirst ? [[sequenceOf(file.filename), file.id]] : []
    }),
  )
  return files.filter(({ id, filename }) => {
    const film = films.get(sequenceOf(filename))
    return film === undefined || film === id
  })
}

/** Returns a name without its number; the whole name if it has none. */
function sequenceOf(filename: string): string {
  return filename.toLowerCase().replace(/\d{3,8}(\.[a-z]+)$/, '#$1')
}
