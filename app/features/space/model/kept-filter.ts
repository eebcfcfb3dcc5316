import type { Filter } from '#core/timeline/filter-kinds.ts'
import { gridFilterKey, parseGridFilter, toSavedGridFilter } from '#core/items/saved-filter.ts'
import type { SpaceId, StudioId, UserId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

type Place = { readonly studioId: StudioId; readonly spaceId: SpaceId }

// A computer may be shared: the key says whose filter it is.
const keyOf = (userId: UserId, { studioId, spaceId }: Place): string => `${gridFilterKey(studioId, spaceId)}_${userId}`

/** Keeps a copy of the saved filter in this browser, so that a space opens with it before, or without, the server. */
export function keepFilter(userId: UserId, place: Place, filter: Filter): void {
  writeStored(keyOf(userId, place), JSON.stringify(toSavedGridFilter(filter)))
}

/** The kept copy; absent where there is none that can be read. */
export function findKeptFilter(userId: UserId, place: Place): Filter | undefined {
  try {
    return parseGridFilter(JSON.parse(readStored(keyOf(userId, place)) ?? 'null'))
  } catch {
    return undefined
  }
}

const unsentKeyOf = (userId: UserId, place: Place): string => `${keyOf(userId, place)}_unsent`

/** Notes that the kept copy has, or has not yet, reached the server. */
export function setUnsent(userId: UserId, place: Place, isUnsent: boolean): void {
  writeStored(unsentKeyOf(userId, place), isUnsent ? '1' : undefined)
}

/** Whether the kept copy was saved without a network and is newer than the server's. */
export function isUnsent(userId: UserId, place: Place): boolean {
  return readStored(unsentKeyOf(userId, place)) !== undefined
}
