import type { MediaRow } from '#core/schema/media.ts'
import { mediaKindOf } from './media-kind.ts'
import { isFilmOfPictures } from './shown-file.ts'

/** Files as they are looked at: of numbered pictures that became one film, the first alone. */
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

/** A name with its number taken out; the whole of it where it has none. */
function sequenceOf(filename: string): string {
  return filename.toLowerCase().replace(/\d{3,8}(\.[a-z]+)$/, '#$1')
}
