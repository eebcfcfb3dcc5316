import { refuse } from '#core/change/context.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'
import { gridFilterKey, parseGridFilter, toSavedGridFilter } from './saved-filter.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { SpaceId, StudioId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'

type Place = { readonly studioId: StudioId | undefined; readonly spaceId: SpaceId | undefined }
type FilterContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/** A person's saved filter of a space; where `isCorrupt`, it could not be read and nothing is filtered. */
export type LoadedFilter = { readonly filter: Filter; readonly isCorrupt: boolean }

/** Loads the filter a person saved for a space, or none. Fails with an `AppError` where the server is unreachable. */
export async function loadGridFilter(
  place: { readonly studioId: StudioId; readonly spaceId: SpaceId },
  { gateway, userId }: FilterContext,
): Promise<LoadedFilter> {
  const saved = await gateway.preferences.load(userId, gridFilterKey(place.studioId, place.spaceId))
  if (saved === undefined) return { filter: emptyFilter, isCorrupt: false }
  const filter = parseGridFilter(saved)
  return { filter: filter ?? emptyFilter, isCorrupt: filter === undefined }
}

/**
 * Saves a space's filter for this person; `filter-save-needs-space` without a space, `filter-save-failed` otherwise.
 */
export async function saveGridFilter(
  { studioId, spaceId, filter }: Place & { readonly filter: Filter },
  { gateway, userId }: FilterContext,
): Promise<Result<void>> {
  if (studioId === undefined || spaceId === undefined) return refuse('filter-save-needs-space')
  try {
    await gateway.preferences.save(userId, gridFilterKey(studioId, spaceId), toSavedGridFilter(filter))
    return ok(undefined)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { retryable } = cause
    return err(new AppError('filter-save-failed', messages['filter-save-failed'], { cause, retryable }))
  }
}
