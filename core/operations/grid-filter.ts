import type { FilterSelection } from '../domain/filter-cascade.ts'
import { emptyFilter } from '../domain/filter-cascade.ts'
import { gridFilterKey, parseGridFilter, toSavedGridFilter } from '../domain/saved-filter.ts'
import { AppError } from '../lib/errors.ts'
import { messages } from '../lib/messages.ts'
import type { SpaceId, StudioId } from '../lib/ids.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { StudioClient } from '../sync/make-client.ts'
import { refuse } from './carry-out.ts'

type Place = { readonly studioId: StudioId | undefined; readonly spaceId: SpaceId | undefined }
type FilterContext = Pick<StudioClient, 'userId'> & { readonly gateway: Pick<StudioClient['gateway'], 'preferences'> }

/** A person's saved filter of a space; `isCorrupt` when it could not be read and nothing is filtered instead. */
export type LoadedFilter = { readonly filter: FilterSelection; readonly isCorrupt: boolean }

/** The filter a person saved for a space, or none. Fails with an `AppError` where the server cannot be asked. */
export async function loadGridFilter(
  place: { readonly studioId: StudioId; readonly spaceId: SpaceId },
  { gateway, userId }: FilterContext,
): Promise<LoadedFilter> {
  const saved = await gateway.preferences.load(userId, gridFilterKey(place.studioId, place.spaceId))
  if (saved === undefined) return { filter: emptyFilter, isCorrupt: false }
  const filter = parseGridFilter(saved)
  return { filter: filter ?? emptyFilter, isCorrupt: filter === undefined }
}

/** Saves a space's filter for this person; `filter-save-needs-space` without a space, `filter-save-failed` otherwise. */
export async function saveGridFilter(
  { studioId, spaceId, filter }: Place & { readonly filter: FilterSelection },
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
