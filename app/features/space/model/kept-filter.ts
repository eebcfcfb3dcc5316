import { parseJson } from '#core/lib/json.ts'
import type { Filter } from '#core/timeline/filter-kinds.ts'
import { gridFilterKey, parseGridFilter, toSavedGridFilter } from '#core/items/saved-filter.ts'
import type { SpaceId, StudioId, UserId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

type Place = { readonly studioId: StudioId; readonly spaceId: SpaceId }

// Computers may be shared: the key includes the person.
const keyOf = (userId: UserId, { studioId, spaceId }: Place): string => `${gridFilterKey(studioId, spaceId)}_${userId}`

/** Keeps a copy of the saved filter in this browser, so that a space opens with it before, or without, the server. */
export function keepFilter(userId: UserId, place: Place, filter: Filter): void {
  writeStored(keyOf(userId, place), JSON.stringify(toSavedGridFilter(filter)))
}

/** Finds the kept copy; absent where there is none or it is unreadable. */
export function findKeptFilter(userId: UserId, place: Place): Filter | undefined {
  return parseGridFilter(parseJson(readStored(keyOf(userId, place))))
}

const unsentKeyOf = (userId: UserId, place: Place): string => `${keyOf(userId, place)}_unsent`

/** Records whether the kept copy has yet to reach the server. */
export function setUnsent(userId: UserId, place: Place, isUnsent: boolean): void {
  writeStored(unsentKeyOf(userId, place), isUnsent ? '1' : undefined)
}

/** Whether the kept copy was saved offline and is newer than the server's. */
export function isUnsent(userId: UserId, place: Place): boolean {
  return readStored(unsentKeyOf(userId, place)) !== undefined
}
