import { foldName } from '#core/lib/slug.ts'
import type { Sheet } from './csv.ts'
import type { LeftOut } from './import-row.ts'

/** Recognises a sheet of neither items nor tasks, and returns its rows as left out, each with the reason. */
export function findOtherRows({ header, records }: Sheet): readonly LeftOut[] | undefined {
  const titles = new Set(header.map((title) => foldName(title)))
  const has = (...some: readonly string[]): boolean => some.some((title) => titles.has(title))
  const isOfVersions =
    has('version-name') &&
    has('uploaded-movie', 'path-to-movie', 'path-to-frames', 'frames-path', 'movie', 'first-frame')
  const isOfPlaylists = has('playlist-name') || (has('versions') && has('date-and-time', 'locked'))
  const isOfTime = has('time-spent') && has('person') && has('date')
  if (!isOfVersions && !isOfTime && !isOfPlaylists) return undefined
  const reason = isOfVersions
    ? 'Versions are not imported: publish them as revisions.'
    : isOfTime
      ? 'Logged time is not imported: people log it themselves.'
      : 'Playlists are not imported: start a review session once the revisions are published.'
  return records.map(({ line }) => ({ line, reason }))
}
