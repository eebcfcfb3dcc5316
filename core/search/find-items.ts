import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'
import type { FoundThing } from './found-thing.ts'

const shortest = 2
const mostFound = 50

type Wanted = {
  readonly studioId: StudioId
  readonly query: string
  /** Limits the search to this project. */
  readonly projectSlug: string | undefined
  readonly signal: AbortSignal
}

/**
 * Finds items of a studio or project by name on the server. None for a single letter, which matches everything, or
 * offline.
 */
export async function findItems(
  { gateway }: { readonly gateway: Pick<Gateway, 'searchStudio'> },
  { studioId, query, projectSlug, signal }: Wanted,
): Promise<readonly FoundThing[]> {
  if (query.trim().length < shortest) return []
  const within = projectSlug === undefined ? '' : `/project/${encodeURIComponent(projectSlug)}/`
  try {
    const found = await gateway.searchStudio({ studioId, query, limit: mostFound, signal })
    return found.filter(({ kind, url }) => kind === 'item' && url.includes(within))
  } catch {
    return []
  }
}
