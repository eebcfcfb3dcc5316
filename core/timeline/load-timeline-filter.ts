import { refuse } from '#core/change/context.ts'
import {
  parseTimelineFilter,
  timelineFilterKey,
  toSavedTimelineFilter,
  type TimelineFilter,
} from '#core/items/saved-filter.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'

type FilterContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/**
 * Loads the timeline filter a person saved for a studio, absent where there is none; `isCorrupt` when it cannot be
 * read.
 */
export async function loadTimelineFilter(
  studioId: StudioId,
  { gateway, userId }: FilterContext,
): Promise<{ readonly filter: TimelineFilter | undefined; readonly isCorrupt: boolean }> {
  const saved = await gateway.preferences.load(userId, timelineFilterKey(studioId))
  const filter = saved === undefined ? undefined : parseTimelineFilter(saved)
  return { filter, isCorrupt: saved !== undefined && filter === undefined }
}

/**
 * Saves the timeline's filter for this person; `filter-save-needs-studio` without a studio, `filter-save-failed`
 * otherwise.
 */
export async function saveTimelineFilter(
  { studioId, filter }: { readonly studioId: StudioId | undefined; readonly filter: TimelineFilter },
  { gateway, userId }: FilterContext,
): Promise<Result<void>> {
  if (studioId === undefined) return refuse('filter-save-needs-studio')
  try {
    await gateway.preferences.save(userId, timelineFilterKey(studioId), toSavedTimelineFilter(filter))
    return ok(undefined)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { retryable } = cause
    return err(new AppError('filter-save-failed', messages['filter-save-failed'], { cause, retryable }))
  }
}
