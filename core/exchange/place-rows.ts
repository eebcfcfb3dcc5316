import { foldName } from '#core/lib/slug.ts'
import type { ImportRow } from './import-row.ts'
import type { BuiltRow } from './built-row.ts'

type Placed = {
  readonly place: Pick<ImportRow, 'collection' | 'collectionEpisode' | 'title'>
  /** Why a row belongs to another space. */
  readonly reason: string | undefined
}

/**
 * Makes a function that determines the collection of a row. Sequences of one name in two episodes become two
 * collections, `E01 SQ010` and `E02 SQ010`; in a space named like one of the file's episodes, only that episode is
 * imported. A path ends with the item's name; before it comes the collection, with as much of the path as makes it
 * unique.
 */
export function makePlacer(rows: readonly BuiltRow[], space: string | undefined): (row: BuiltRow) => Placed {
  const own = space === undefined ? undefined : foldName(space)
  const isOfOneEpisode = rows.some(({ episode }) => episode !== undefined && foldName(episode) === own)
  const parents = rows.map(({ path, row }) => splitPath(path, row.title).parents)
  const above = new Map<string, Set<string>>()
  for (const each of parents) {
    const parent = each.at(-1) ?? ''
    above.set(parent, (above.get(parent) ?? new Set()).add(each.at(-2) ?? ''))
  }
  return ({ row, episode, path }) => {
    const { parents: way, title } = splitPath(path, row.title)
    const parent = way.at(-1)
    const isTwice = (above.get(parent ?? '')?.size ?? 0) > 1
    const ofPath = isTwice ? way.slice(-2).join(' ') : parent
    // A parent that occurs in two places is told apart by more of its path.
    const collection = isTwice && row.collection === parent ? ofPath : (row.collection ?? ofPath)
    const place = { collection, title }
    if (episode === undefined || isMainPack(episode)) return { place, reason: undefined }
    const isOwn = foldName(episode) === own
    if (isOfOneEpisode && !isOwn)
      return { place, reason: `It belongs to episode "${episode}", but this space is "${space ?? ''}".` }
    const isAsset = row.item.itemType === 'asset'
    return isOwn || isAsset
      ? { place, reason: undefined }
      : {
          place: {
            ...place,
            collection: [episode, collection].filter((part) => part !== undefined).join(' '),
            collectionEpisode: episode,
          },
          reason: undefined,
        }
  }
}

/** Recognises Kitsu's name for what belongs to all episodes. */
function isMainPack(episode: string): boolean {
  return /^(mp|main[ _-]?pack|all)$/i.test(episode)
}

/** Adds a note to an asset whose episode is not kept. */
export function addEpisodeNote(each: BuiltRow, space: string | undefined): BuiltRow {
  const { row, episode } = each
  if (episode === undefined || row.item.itemType !== 'asset' || isMainPack(episode)) return each
  if (space !== undefined && foldName(episode) === foldName(space)) return each
  return { ...each, unused: [...each.unused, ['episode', 'Assets belong to the project, not to an episode.']] }
}

function splitPath(path: string | undefined, title: string | undefined) {
  const parts = (path ?? '')
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const isWhole = path !== undefined && (title === undefined || parts.at(-1) === title)
  return { parents: isWhole ? parts.slice(0, -1) : parts, title: title ?? parts.at(-1) }
}
