import { textOf } from '#core/lib/json.ts'
import { foundKinds, type FoundThing } from '#core/search/found-thing.ts'
import { toId, type ItemKindId, type MediaId, type StatusId } from '#core/lib/ids.ts'
import { badAnswer } from './http.ts'
import type { SearchRequest } from './ports.ts'
import type { Rest } from './rest.ts'

// The longest query the server accepts.
const MOST_CHARACTERS = 200

/**
 * Finds everything in a studio that contains every word of a query; tolerates one typo in a word if nothing else
 * matches.
 */
export async function searchStudio(rest: Rest, request: SearchRequest): Promise<readonly FoundThing[]> {
  const { studioId, query, limit, signal } = request
  const args = { p_studio_id: studioId, p_query: query.slice(0, MOST_CHARACTERS), p_limit: limit }
  const rows = await rest.call('search_studio', args, signal)
  if (!Array.isArray(rows)) throw badAnswer('a search')
  return rows.flatMap((row: unknown) => decode(Object(row)))
}

/** Decodes a result; kinds known only to a newer server are left out. */
function decode(row: Readonly<Record<string, unknown>>): FoundThing | [] {
  const kind = foundKinds.find((known) => known === row['kind'])
  if (kind === undefined) return []
  const [statusId, thumbnailId, itemKindId] = [row['status_id'], row['thumbnail_id'], row['item_kind_id']]
  return {
    kind,
    id: textOf(row['id']),
    title: textOf(row['title']),
    text: textOf(row['text']),
    place: textOf(row['place']),
    url: textOf(row['url']),
    statusId: typeof statusId === 'string' ? toId<StatusId>(statusId) : undefined,
    thumbnailId: typeof thumbnailId === 'string' ? toId<MediaId>(thumbnailId) : undefined,
    itemKindId: typeof itemKindId === 'string' ? toId<ItemKindId>(itemKindId) : undefined,
    at: Date.parse(textOf(row['at'])),
  }
}
